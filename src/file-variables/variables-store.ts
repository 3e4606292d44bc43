import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { runYielding } from '../content/yielding.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { firstRow, writeRows } from '../database/compiled-query.ts';
import type { Tables, VariableCollectionsTable } from '../database/tables.ts';
import { atOneMoment } from '../database/transaction.ts';
import { printCollection } from '../variables/print-local-variables.ts';
import { readSteps } from '../variables/read-local-variables.ts';
import { type Collection, emptyState, type VariablesState } from '../variables/state.ts';
import { changedParts, readParts } from '../variables/variable-parts.ts';
import { copyParts, partsOf, writeParts } from './variable-parts-store.ts';

const variablesRow = firstRow((database, fileKey: FileKey) =>
  database.selectFrom('variable_files').selectAll().where('file_key', '=', fileKey),
);

/** Of a file that never had variables. */
const noRevision = '';

/** Which revision of its variables a file has, and what the next change has to know. */
export async function variablesRevision(
  database: Kysely<Tables>,
  fileKey: FileKey,
): Promise<VariablesRevision> {
  const row = await variablesRow(database, fileKey);
  return {
    revision: row?.revision ?? noRevision,
    nextNumber: row?.next_number ?? 1,
    settledFor: row?.settled_for ?? '',
  };
}

/** Keeps others from writing the variables of a file until the transaction ends. On PostgreSQL. */
export async function holdVariables(transaction: Transaction<Tables>, fileKey: FileKey): Promise<void> {
  await transaction
    .selectFrom('variable_files')
    .select('file_key')
    .where('file_key', '=', fileKey)
    .forUpdate()
    .execute();
}

export interface VariablesRevision {
  readonly revision: string;
  /** Part of the next new id. */
  readonly nextNumber: number;
  /** What the references were last looked up in; empty for never. */
  readonly settledFor: string;
}

/** Reads all variables of a file from their rows, with the revision they are of. */
export function readVariableRows(
  database: Kysely<Tables>,
  fileKey: FileKey,
): Promise<{ revision: string; state: VariablesState }> {
  return atOneMoment(database, async (transaction) => {
    const row = await variablesRow(transaction, fileKey);
    if (row === undefined) return { revision: noRevision, state: emptyState };
    const collections = await readCollections(transaction, fileKey);
    const order = JSON.parse(row.collection_ids) as string[];
    const stored = {
      variables: await runYielding(readParts(await partsOf(transaction, fileKey))),
      variableCollections: Object.fromEntries(order.map((id) => [id, collections.get(id)])),
    };
    const state = await runYielding(readSteps(stored));
    return { revision: row.revision, state };
  });
}

async function readCollections(database: Kysely<Tables>, fileKey: FileKey): Promise<Map<string, unknown>> {
  const rows = await database
    .selectFrom('variable_collections')
    .select(['id', 'body'])
    .where('file_key', '=', fileKey)
    .execute();
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as unknown]));
}

export interface VariablesChange {
  readonly fileKey: FileKey;
  /** The revision that `before` is of. */
  readonly revision: string;
  /** The one that `after` gets: one that never was. */
  readonly newRevision: string;
  readonly before: VariablesState;
  readonly after: VariablesState;
  readonly nextNumber: number;
  readonly settledFor: string;
}

/** Writes what differs between two states; false, with nothing written, where the file has another revision by now. */
export async function writeVariables(
  transaction: Kysely<Tables>,
  { fileKey, revision, newRevision, before, after, nextNumber, settledFor }: VariablesChange,
): Promise<boolean> {
  const current = await variablesRevision(transaction, fileKey);
  if (current.revision !== revision) return false;
  const row = {
    file_key: fileKey,
    revision: newRevision,
    next_number: nextNumber,
    collection_ids: JSON.stringify(after.collectionIds),
    settled_for: settledFor,
  };
  await transaction
    .insertInto('variable_files')
    .values(row)
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet(row))
    .execute();
  const parts = await runYielding(changedParts(before.variables, after.variables));
  await writeParts(transaction, fileKey, parts);
  await writeCollections(transaction, fileKey, before, after);
  return true;
}

/** Each may list thousands of variables. */
const collectionsPerStatement = 50;

const upsertCollections = writeRows<Selectable<VariableCollectionsTable>>(
  { rowCount: collectionsPerStatement, columns: ['file_key', 'id', 'body'] },
  (database, rows) =>
    database
      .insertInto('variable_collections')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(['file_key', 'id'])
          .doUpdateSet((excluded) => ({ body: excluded.ref('excluded.body') })),
      ),
);

async function writeCollections(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  { collections: before }: VariablesState,
  after: VariablesState,
): Promise<void> {
  const gone = [...before].map(([id]) => id).filter((id) => !after.collections.has(id));
  for (const ids of inParts(gone, collectionsPerStatement))
    await transaction
      .deleteFrom('variable_collections')
      .where('file_key', '=', fileKey)
      .where('id', 'in', ids)
      .execute();
  const changed = [...after.collections].filter(([id, collection]) => before.get(id) !== collection);
  for (const some of inParts(changed, collectionsPerStatement)) {
    await nextTurn();
    const print = (one: Collection): string => JSON.stringify(printCollection(after, one));
    const rows = some.map(([id, collection]) => ({ file_key: fileKey, id, body: print(collection) }));
    await upsertCollections(transaction, rows);
  }
}

function* inParts<T>(rows: readonly T[], length: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += length) yield rows.slice(from, from + length);
}

/**
 * Gives a new branch the variables that its main file has now. The same state of another file: one revision
 * stands for both.
 *
 * @see VAR-34
 */
export async function copyVariables(transaction: Kysely<Tables>, from: FileKey, to: FileKey): Promise<void> {
  await transaction
    .insertInto('variable_files')
    .columns(['file_key', 'revision', 'next_number', 'collection_ids', 'settled_for'])
    .expression((of) =>
      of
        .selectFrom('variable_files')
        .select([of.val(to).as('file_key'), 'revision', 'next_number', 'collection_ids', 'settled_for'])
        .where('file_key', '=', from),
    )
    .execute();
  await transaction
    .insertInto('variable_collections')
    .columns(['file_key', 'id', 'body'])
    .expression((of) =>
      of
        .selectFrom('variable_collections')
        .select([of.val(to).as('file_key'), 'id', 'body'])
        .where('file_key', '=', from),
    )
    .execute();
  await copyParts(transaction, from, to);
}
