import type { Kysely } from 'kysely';
import type { DevResourceId, FileKey, NodeId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { among } from '../database/in-list.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';

/** Also of one in a file that the caller does not see. @see ruling H10 */
export const devResourceNotFound = 'Dev resource not found';

/** A link that is attached to a node, as it is stored. */
export type DevResourceRow = CamelRow<'dev_resources'>;

const { selected, columnsOf } = camelColumns('dev_resources', [
  ...(['id', 'file_key', 'node_id', 'name', 'url', 'created_at', 'ordinal'] as const),
]);

/** The dev resources of a file, oldest first; where nodes are named only those of them. */
export async function devResourcesOf(
  database: Kysely<Tables>,
  fileKey: FileKey,
  nodeIds: readonly NodeId[] = [],
): Promise<DevResourceRow[]> {
  let query = database.selectFrom('dev_resources').select(selected).where('file_key', '=', fileKey);
  if (nodeIds.length > 0) query = query.where(among(database, 'node_id', nodeIds));
  return query.orderBy('created_at').orderBy('ordinal').execute();
}

/** By its id, or by the node and its address. */
export async function findDevResource(
  database: Kysely<Tables>,
  asked: DevResourceId | { readonly fileKey: FileKey; readonly nodeId: NodeId; readonly url: string },
): Promise<DevResourceRow | undefined> {
  const resources = database.selectFrom('dev_resources').select(selected);
  if (typeof asked === 'string') return resources.where('id', '=', asked).executeTakeFirst();
  return resources
    .where('file_key', '=', asked.fileKey)
    .where('node_id', '=', asked.nodeId)
    .where('url', '=', asked.url)
    .executeTakeFirst();
}

export async function insertDevResources(
  transaction: Kysely<Tables>,
  rows: readonly DevResourceRow[],
): Promise<void> {
  const all = rows.map((row) => columnsOf(row));
  for (const some of inStatements(all)) await transaction.insertInto('dev_resources').values(some).execute();
}

export async function updateDevResource(
  transaction: Kysely<Tables>,
  { id, name, url, fileKey, nodeId }: DevResourceRow,
): Promise<void> {
  const columns = columnsOf({ name, url, fileKey, nodeId });
  await transaction.updateTable('dev_resources').set(columns).where('id', '=', id).execute();
}

/** Answers the link, where the file had it. */
export async function deleteDevResourceRow(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  id: DevResourceId,
): Promise<DevResourceRow | undefined> {
  return transaction
    .deleteFrom('dev_resources')
    .where('file_key', '=', fileKey)
    .where('id', '=', id)
    .returning(selected)
    .executeTakeFirst();
}
