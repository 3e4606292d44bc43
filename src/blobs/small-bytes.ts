import { hash } from 'node:crypto';
import type { BlobId } from '../contract/branded-ids.ts';
import type { BlobPlace } from './blob-rows-store.ts';
import { isDamage } from './damage.ts';
import { leastPartedBytes } from './proven-part.ts';
import type { Remote } from './remote.ts';

/** One that would come in parts gets a local copy. @see BlobStore.bytesAt */
export async function bytesAt(
  { cache, fetching, objects, withinBytes }: Remote,
  id: BlobId,
  { object, sizeBytes }: BlobPlace,
): Promise<Buffer | undefined> {
  if (sizeBytes === 0 || sizeBytes >= leastPartedBytes || fetching.has(id)) return undefined;
  if ((await cache.find(id)) !== undefined) return undefined;
  try {
    const whole = { start: 0, end: sizeBytes - 1 };
    const bytes = Buffer.concat(await withinBytes(sizeBytes, () => objects.get(object, whole)));
    return hash('sha256', bytes) === id ? bytes : undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
}
