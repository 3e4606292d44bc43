import type { Kysely } from 'kysely';
import { runYielding } from '../content/yielding.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { differingKeys } from '../variables/persistent-map.ts';
import type { VariablesState } from '../variables/state.ts';
import { packedText, unpackedText } from './packed-text.ts';
import { type PrintedMembers, printMembers } from './printed-members.ts';
import { membersIn, textOf } from './printed-members-text.ts';

/**
 * Keeps what a change of variables changed as it was before, with the file's newest version, which the change made.
 * A file without content has none.
 */
export async function keepBefore(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  { before, after }: { readonly before: VariablesState; readonly after: VariablesState },
): Promise<void> {
  const ordinal = await newestOrdinal(transaction, fileKey);
  if (ordinal === undefined || before === after) return;
  const ids = {
    variables: differingKeys(before.variables, after.variables),
    collections: differingKeys(before.collections, after.collections),
  };
  const changed = await runYielding(printMembers(ids, before));
  const place = { file_key: fileKey, ordinal };
  const kept = await bodyAt(transaction, place);
  const body = await packed(kept === undefined ? changed : merged(await unpacked(kept), changed));
  await transaction
    .insertInto('variable_history')
    .values({ ...place, body })
    .onConflict((conflict) => conflict.columns(['file_key', 'ordinal']).doUpdateSet({ body }))
    .execute();
}

async function newestOrdinal(transaction: Kysely<Tables>, fileKey: FileKey): Promise<number | undefined> {
  const newest = await transaction
    .selectFrom('versions')
    .select('ordinal')
    .where('file_key', '=', fileKey)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.ordinal;
}

/** Of a version that a second change went on with: what was before the first one counts. */
const merged = (first: PrintedMembers, second: PrintedMembers): PrintedMembers => ({
  variables: new Map([...second.variables, ...first.variables]),
  variableCollections: new Map([...second.variableCollections, ...first.variableCollections]),
});

async function packed(members: PrintedMembers): Promise<string> {
  return packedText(await runYielding(textOf(members)));
}

async function unpacked(body: string): Promise<PrintedMembers> {
  return runYielding(membersIn(await unpackedText(body)));
}

async function bodyAt(
  database: Kysely<Tables>,
  place: { readonly file_key: FileKey; readonly ordinal: number },
): Promise<string | undefined> {
  const row = await database
    .selectFrom('variable_history')
    .select('body')
    .where('file_key', '=', place.file_key)
    .where('ordinal', '=', place.ordinal)
    .executeTakeFirst();
  return row?.body;
}

/** What was before the changes that made the versions behind one, the earliest first; each may hold thousands. */
export async function* changesBehind(
  database: Kysely<Tables>,
  fileKey: FileKey,
  ordinal: number,
): AsyncGenerator<{ readonly ordinal: number; readonly before: PrintedMembers }> {
  for (let last = ordinal; ; ) {
    const row = await database
      .selectFrom('variable_history')
      .select(['ordinal', 'body'])
      .where('file_key', '=', fileKey)
      .where('ordinal', '>', last)
      .orderBy('ordinal')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    last = row.ordinal;
    yield { ordinal: row.ordinal, before: await unpacked(row.body) };
  }
}
