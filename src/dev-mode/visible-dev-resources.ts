import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { FileKey, NodeId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { findVisibleFile } from '../files/visible-file-store.ts';
import { requireMainFile } from './attached-dev-resources.ts';
import { type DevResourceRow, devResourcesOf } from './dev-resources-store.ts';

/**
 * The dev resources of a file that the caller sees, oldest first; where nodes are named only those of them.
 * @throws ApiError 400 for a branch, 404
 */
export async function visibleDevResources(
  database: Kysely<Tables>,
  caller: Caller,
  fileKey: FileKey,
  nodeIds: readonly NodeId[],
): Promise<DevResourceRow[]> {
  const file = await findVisibleFile(database, caller, fileKey);
  requireMainFile(file);
  return devResourcesOf(database, file.key, nodeIds);
}
