import type { Kysely, Selectable } from 'kysely';
import type { DevStatusesTable, Tables } from '../../database/tables.ts';

/** Sets a node's state of development; answers whether it is another than before. */
export async function putDevStatusRow(
  transaction: Kysely<Tables>,
  row: Selectable<DevStatusesTable>,
): Promise<boolean> {
  const { status, message, changed_at } = row;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('dev_statuses')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['file_key', 'node_id'])
        .doUpdateSet({ status, message, changed_at })
        .where((term) =>
          term.or([
            term('dev_statuses.status', '!=', status),
            term('dev_statuses.message', 'is distinct from', message),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a node's state of development off; answers whether it had one. */
export async function deleteDevStatusRow(
  transaction: Kysely<Tables>,
  fileKey: string,
  nodeId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('dev_statuses')
    .where('file_key', '=', fileKey)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
