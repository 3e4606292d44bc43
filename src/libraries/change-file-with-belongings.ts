import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { changeFile, type FileChanges } from '../files/change-file.ts';
import { moveAssets } from './assets-store.ts';

/**
 * Changes a file, and takes what it publishes along to the team that it is in now.
 * @throws ApiError 400, 403, 404
 */
export async function changeFileWithAssets(
  change: Change,
  key: FileKey,
  changes: FileChanges,
): Promise<FileRow> {
  const file = await changeFile(change, key, changes);
  if (changes.projectId !== undefined) await moveAssets(change.transaction, key);
  return file;
}
