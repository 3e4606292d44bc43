import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import { firstRow, type WriteRows, writeRows } from '../../database/compiled-query.ts';
import type { Tables, VariablesTable } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PersistentMap } from '../../variables/persistent-map.ts';
import { printCollection, printVariable } from '../../variables/print-local-variables.ts';
import { readLocalVariables } from '../../variables/read-local-variables.ts';
import { emptyState, type VariablesState } from '../../variables/state.ts';

const variablesRow = firstRow((database, fileKey: string) =>
  database.selectFrom('variable_files').selectAll().where('file_key', '=', fileKey),
);

/** Of a file that never had variables. */
const noRevision = '';

/** Which revision of its variables a file has, and what the next change has to know. */
export async function variablesRevision(
  database: Kysely<Tables>,
  fileKey: string,
): Promise<VariablesRevision> {
  const row = await variablesRow(database, fileKey);
  return {
    revision: row?.revision ?? noRevision,
    nextNumber: row?.next_number ?? 1,
    settledFor: row?.settled_for ?? '',
  };
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
  fileKey: string,
): Promise<{ revision: string; state: VariablesState }> {
  return inTransaction(database, async (transaction) => {
    const row = await variablesRow(transaction, fileKey);
    if (row === undefined) return { revision: noRevision, state: emptyState };
    const bodiesOf = async (table: BodyTable) => {
      const rows = transaction.selectFrom(table).select(['id', 'body']).where('file_key', '=', fileKey);
      return new Map((await rows.execute()).map(({ id, body }) => [id, JSON.parse(body) as unknown]));
    };
    const collections = await bodiesOf('variable_collections');
    const order = JSON.parse(row.collection_ids) as string[];
    const state = readLocalVariables({
      variables: Object.fromEntries(await bodiesOf('variables')),
      variableCollections: Object.fromEntries(order.map((id) => [id, collections.get(id)])),
    });
    return { revision: row.revision, state };
  });
}

type BodyTable = 'variables' | 'variable_collections';

export interface VariablesChange {
  readonly fileKey: string;
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
  await writeBodies(transaction, 'variables', fileKey, {
    gone: missingIn(after.variables, before.variables),
    changed: changedIn(after.variables, before.variables),
    print: printVariable,
  });
  await writeBodies(transaction, 'variable_collections', fileKey, {
    gone: missingIn(after.collections, before.collections),
    changed: changedIn(after.collections, before.collections),
    print: (collection) => printCollection(after, collection),
  });
  return true;
}

const missingIn = (after: PersistentMap<unknown>, before: PersistentMap<unknown>): string[] =>
  [...before].map(([id]) => id).filter((id) => !after.has(id));

const changedIn = <T>(after: PersistentMap<T>, before: PersistentMap<T>): (readonly [string, T])[] =>
  [...after].filter(([id, value]) => before.get(id) !== value);

/** As many as one statement takes well: fewer parameters than any engine's limit. */
const rowsPerStatement = 250;

const upsertInto = (table: BodyTable) =>
  writeRows<Selectable<VariablesTable>>(
    { rowCount: rowsPerStatement, columns: ['file_key', 'id', 'body'] },
    (database, rows) =>
      database
        .insertInto(table)
        .values([...rows])
        .onConflict((conflict) =>
          conflict
            .columns(['file_key', 'id'])
            .doUpdateSet((excluded) => ({ body: excluded.ref('excluded.body') })),
        ),
  );

const upsertBodies: Readonly<Record<BodyTable, WriteRows<Selectable<VariablesTable>>>> = {
  variables: upsertInto('variables'),
  variable_collections: upsertInto('variable_collections'),
};

interface BodyChanges<T> {
  readonly gone: readonly string[];
  readonly changed: readonly (readonly [id: string, T])[];
  /** Called only for those about to be written: all at once would be a second copy of the file. */
  readonly print: (changed: T) => object;
}

async function writeBodies<T>(
  transaction: Kysely<Tables>,
  table: BodyTable,
  fileKey: string,
  { gone, changed, print }: BodyChanges<T>,
): Promise<void> {
  for (const ids of inParts(gone))
    await transaction.deleteFrom(table).where('file_key', '=', fileKey).where('id', 'in', ids).execute();
  for (const part of inParts(changed)) {
    // An embedded database would have it all written before anybody else gets a turn.
    await nextTurn();
    await upsertBodies[table](
      transaction,
      part.map(([id, one]) => ({ file_key: fileKey, id, body: JSON.stringify(print(one)) })),
    );
  }
}

function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    yield rows.slice(from, from + rowsPerStatement);
}

/** Gives a new branch the variables that its main file has now. @see VAR-34 */
export async function copyVariables(transaction: Kysely<Tables>, from: string, to: string): Promise<void> {
  const { nextNumber, settledFor } = await variablesRevision(transaction, from);
  const { revision, state } = await readVariableRows(transaction, from);
  if (revision === noRevision) return;
  await writeVariables(transaction, {
    fileKey: to,
    revision: noRevision,
    // The same state of another file: one revision can stand for both.
    newRevision: revision,
    before: emptyState,
    after: state,
    nextNumber,
    settledFor,
  });
}
