import type { Change } from '../change.ts';
import type { DevResourceId, FileKey } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { findEditableFile } from '../files/visible-file-store.ts';
import { requireMainFile } from './attached-dev-resources.ts';
import { deleteDevResourceRow, devResourceNotFound } from './dev-resources-store.ts';
import { recordDevResources } from './record-dev-resources.ts';

/**
 * Takes a link away from the node that it is attached to.
 * @throws ApiError 400, 403, 404
 */
export async function deleteDevResource(change: Change, fileKey: FileKey, id: DevResourceId): Promise<void> {
  const file = await findEditableFile(change.transaction, change.by, fileKey);
  requireMainFile(file);
  const row = await deleteDevResourceRow(change.transaction, file.key, id);
  if (row === undefined) throw notFound(devResourceNotFound);
  await recordDevResources(change, 'delete', [{ file, row }]);
}
