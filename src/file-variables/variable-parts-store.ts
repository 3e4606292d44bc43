import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import { writeRows } from '../database/compiled-query.ts';
import type { Tables, VariablePartsTable } from '../database/tables.ts';
import type { Variable } from '../variables/state.ts';
import { printPart } from '../variables/variable-parts.ts';

/** The bodies of all parts of a file. */
export async function partsOf(database: Kysely<Tables>, fileKey: FileKey): Promise<string[]> {
  const rows = database.selectFrom('variable_parts').select('body').where('file_key', '=', fileKey);
  return (await rows.execute()).map(({ body }) => body);
}

/** Parts together are some hundred variables: a few milliseconds. */
const partsPerStatement = 8;

const upsertParts = writeRows<Selectable<VariablePartsTable>>(
  { rowCount: partsPerStatement, columns: ['file_key', 'part', 'body'] },
  (database, rows) =>
    database
      .insertInto('variable_parts')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(['file_key', 'part'])
          .doUpdateSet((excluded) => ({ body: excluded.ref('excluded.body') })),
      ),
);

/** Writes parts whole; an empty one goes. */
export async function writeParts(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  parts: ReadonlyMap<number, readonly Variable[]>,
): Promise<void> {
  const empty = [...parts].filter(([, variables]) => variables.length === 0).map(([part]) => part);
  if (empty.length > 0) await deleteParts(transaction, fileKey, empty);
  const filled = [...parts].filter(([, variables]) => variables.length > 0);
  for (let from = 0; from < filled.length; from += partsPerStatement) {
    // An embedded database would have it all written before anybody else gets a turn.
    await nextTurn();
    const some = filled.slice(from, from + partsPerStatement);
    const rows = some.map(([part, variables]) => ({ file_key: fileKey, part, body: printPart(variables) }));
    await upsertParts(transaction, rows);
  }
}

async function deleteParts(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  parts: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('variable_parts')
    .where('file_key', '=', fileKey)
    .where('part', 'in', parts)
    .execute();
}

export async function copyParts(transaction: Kysely<Tables>, from: FileKey, to: FileKey): Promise<void> {
  await transaction
    .insertInto('variable_parts')
    .columns(['file_key', 'part', 'body'])
    .expression((of) =>
      of
        .selectFrom('variable_parts')
        .select([of.val(to).as('file_key'), 'part', 'body'])
        .where('file_key', '=', from),
    )
    .execute();
}
