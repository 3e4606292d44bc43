import type { Insertable, Kysely, Selectable } from 'kysely';
import type { FileKey, NodeId } from '../contract/branded-ids.ts';
import type { DevResource } from '../contract/contract.ts';
import { among } from '../database/in-list.ts';
import { inStatements } from '../database/in-statements.ts';
import type { DevResourcesTable, Tables } from '../database/tables.ts';

/** Also of one in a file that the caller does not see. @see ruling H10 */
export const devResourceNotFound = 'Dev resource not found';

export type DevResourceRow = Selectable<DevResourcesTable>;

/** The dev resources of a file, oldest first; where nodes are named only those of them. */
export async function devResourcesOf(
  database: Kysely<Tables>,
  fileKey: FileKey,
  nodeIds: readonly NodeId[] = [],
): Promise<DevResourceRow[]> {
  let query = database.selectFrom('dev_resources').selectAll().where('file_key', '=', fileKey);
  if (nodeIds.length > 0) query = query.where(among(database, 'node_id', nodeIds));
  return query.orderBy('created_at').orderBy('ordinal').execute();
}

/** By its id, or by the node and its address. */
export async function findDevResource(
  database: Kysely<Tables>,
  asked: string | { readonly fileKey: FileKey; readonly nodeId: NodeId; readonly url: string },
): Promise<DevResourceRow | undefined> {
  const resources = database.selectFrom('dev_resources').selectAll();
  if (typeof asked === 'string') return resources.where('id', '=', asked).executeTakeFirst();
  return resources
    .where('file_key', '=', asked.fileKey)
    .where('node_id', '=', asked.nodeId)
    .where('url', '=', asked.url)
    .executeTakeFirst();
}

export async function insertDevResources(
  transaction: Kysely<Tables>,
  rows: readonly Insertable<DevResourcesTable>[],
): Promise<void> {
  for (const some of inStatements(rows)) await transaction.insertInto('dev_resources').values(some).execute();
}

export async function updateDevResource(
  transaction: Kysely<Tables>,
  { id, name, url, file_key, node_id }: DevResourceRow,
): Promise<void> {
  const columns = { name, url, file_key, node_id };
  await transaction.updateTable('dev_resources').set(columns).where('id', '=', id).execute();
}

/** Answers the link, where the file had it. */
export async function deleteDevResourceRow(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  id: string,
): Promise<DevResourceRow | undefined> {
  return transaction
    .deleteFrom('dev_resources')
    .where('file_key', '=', fileKey)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export const devResourceRecord = ({ id, name, url, file_key, node_id }: DevResourceRow): DevResource => ({
  id,
  name,
  url,
  file_key,
  node_id,
});
