import type { Insertable, Kysely } from 'kysely';
import type { DevStatusesTable, Tables } from '../../database/tables.ts';

/** A node's state of development; undefined where it has none. */
export async function devStatusOf(database: Kysely<Tables>, fileKey: string, nodeId: string) {
  return database
    .selectFrom('dev_statuses')
    .select(['status', 'message'])
    .where('file_key', '=', fileKey)
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
}

export async function putDevStatusRow(
  transaction: Kysely<Tables>,
  row: Insertable<DevStatusesTable>,
): Promise<void> {
  const { file_key: _key, node_id: _node, ...values } = row;
  await transaction
    .insertInto('dev_statuses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['file_key', 'node_id']).doUpdateSet(values))
    .execute();
}

export async function deleteDevStatusRow(
  transaction: Kysely<Tables>,
  fileKey: string,
  nodeId: string,
): Promise<void> {
  await transaction
    .deleteFrom('dev_statuses')
    .where('file_key', '=', fileKey)
    .where('node_id', '=', nodeId)
    .execute();
}
