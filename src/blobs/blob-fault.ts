import { BlobNotFound } from './blob-store.ts';
import { errorCode, NoFile } from './disk-files.ts';
import { BlobDamaged, ObjectCut, ObjectMissing } from './object-store.ts';

export type BlobFault = 'missing' | 'changed';

/** What a disk that begins to fail says of a file, and a file system of what is none, as a socket. */
const unreadable = new Set(['EIO', 'EBADMSG', 'EISDIR', 'ENXIO']);

/** What is wrong with a blob that was not read; undefined where reading it failed for another reason. */
export function faultOf(error: unknown): BlobFault | undefined {
  if (error instanceof BlobNotFound || error instanceof ObjectMissing) return 'missing';
  if (error instanceof BlobDamaged) return error.cause instanceof ObjectMissing ? 'missing' : 'changed';
  if (error instanceof NoFile) return 'changed';
  return error instanceof ObjectCut || unreadable.has(errorCode(error) ?? '') ? 'changed' : undefined;
}
