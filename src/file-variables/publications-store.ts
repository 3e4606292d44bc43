import type { Kysely } from 'kysely';
import type { Change } from '../change.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import { insertRows } from '../database/insert-rows.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { printPublication, readPublication } from '../variables/publication-text.ts';
import {
  changesCollections,
  type Publication,
  type PublishedChanges,
  publishedChanges,
  publishedNames,
  publishSteps,
} from '../variables/published-variables.ts';
import { roughSizeSteps } from '../variables/rough-size.ts';
import { packedText, unpackedText } from './packed-text.ts';
import { writtenVariables } from './variables-state-store.ts';

const publicationRow = firstRow((database, fileKey: FileKey) =>
  database.selectFrom('variable_publications').selectAll().where('file_key', '=', fileKey),
);
const publicationRevision = firstRow((database, fileKey: FileKey) =>
  database.selectFrom('variable_publications').select('revision').where('file_key', '=', fileKey),
);

/** What a library published of its variables the last time; undefined where it never did. */
export async function currentPublication(
  { database, variables }: Pick<Context, 'database' | 'variables'>,
  fileKey: FileKey,
): Promise<Publication | undefined> {
  const current = await publicationRevision(database, fileKey);
  if (current === undefined) return undefined;
  const found = variables.published.find(fileKey, current.revision);
  if (found !== undefined) return found;
  const row = await publicationRow(database, fileKey);
  if (row === undefined) return undefined;
  const publication = await runYielding(readPublication(await textIn(row.body)));
  await runYielding(roughSizeSteps(publication.state));
  variables.published.keep(fileKey, row.revision, publication);
  return publication;
}

/** Publishes the variables of a file as they were written last, and says what that changed. */
export async function publishFileVariables(
  { transaction, at, context: { ids, variables } }: Change,
  fileKey: FileKey,
): Promise<{ changes: PublishedChanges; hasOtherCollections: boolean }> {
  const shelved = { database: transaction, variables };
  const before = await currentPublication(shelved, fileKey);
  const { state } = await writtenVariables(shelved, fileKey);
  const newId = (): string => numbersOf(ids.digits());
  const after = await runYielding(publishSteps(state, before, new Date(at).toISOString(), newId));
  await writePublication(transaction, fileKey, ids.secret(), after);
  await writePublishedNames(transaction, fileKey, after);
  return {
    changes: await runYielding(publishedChanges(before, after)),
    hasOtherCollections: changesCollections(before, after),
  };
}

/** What publishing the variables of a file would change. */
export async function unpublishedVariables(
  shelved: Pick<Context, 'database' | 'variables'>,
  fileKey: FileKey,
): Promise<PublishedChanges> {
  const before = await currentPublication(shelved, fileKey);
  const { state } = await writtenVariables(shelved, fileKey);
  let count = 0;
  const newId = (): string => `0:${++count}`;
  const after = await runYielding(publishSteps(state, before, new Date(0).toISOString(), newId));
  return runYielding(publishedChanges(before, after));
}

/** As `123:456`, the second part of a `subscribed_id`. */
const numbersOf = (digits: string): string => `${digits.slice(0, 9)}:${digits.slice(9)}`;

/** An older row is not packed. */
const textIn = (body: string): Buffer | Promise<Buffer> =>
  body === '' || body.startsWith('{') || body.startsWith('[') ? Buffer.from(body) : unpackedText(body);

async function writePublication(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  revision: string,
  publication: Publication,
): Promise<void> {
  const body = await packedText(await runYielding(printPublication(publication)));
  const row = { file_key: fileKey, revision, body };
  await transaction
    .insertInto('variable_publications')
    .values(row)
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet(row))
    .execute();
}

/** Keeps what analytics call the variables. */
async function writePublishedNames(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  publication: Publication,
): Promise<void> {
  const names = await runYielding(publishedNames(publication));
  await deletePublishedNames(transaction, fileKey);
  for (const some of inStatements(names))
    await insertRows(
      transaction,
      'published_variables',
      some.map((names) => ({ file_key: fileKey, ...names })),
    );
}

/** In parts: one statement for all of them would hold everybody else up. */
async function deletePublishedNames(transaction: Kysely<Tables>, fileKey: FileKey): Promise<void> {
  const names = transaction.selectFrom('published_variables').select('key').where('file_key', '=', fileKey);
  for (const some of inStatements(await names.execute()))
    await transaction
      .deleteFrom('published_variables')
      .where('file_key', '=', fileKey)
      .where(
        'key',
        'in',
        some.map(({ key }) => key),
      )
      .execute();
}
