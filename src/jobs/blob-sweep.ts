import { referencedBlobs } from '../blobs/referenced-blobs-store.ts';
import type { ChoreParts } from './chore.ts';

/** A blob younger than this may belong to a change that is not committed yet. */
const youngMs = 24 * 3_600_000;

/**
 * Deletes blobs that no version and no image fill refers to: what a crash left between storing bytes and
 * committing the row, and what deleted files leave. Answers how many.
 */
export async function deleteUnreferencedBlobs(
  { database, blobs }: Pick<ChoreParts, 'database' | 'blobs'>,
  now: number,
): Promise<number> {
  if (blobs.sweep !== undefined) return blobs.sweep(now);
  const referenced = await referencedBlobs(database);
  let deleted = 0;
  for await (const { id, storedAt } of blobs.list()) {
    if (referenced.has(id) || now - storedAt < youngMs) continue;
    await blobs.delete(id);
    deleted += 1;
  }
  return deleted;
}
