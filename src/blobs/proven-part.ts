import type { BlobId } from '../contract/branded-ids.ts';
import type { BlobPlace } from './blob-rows-store.ts';
import { countDamage, giveUp, isDamage } from './damage.ts';
import { BlobDamaged, type ByteRange } from './object-store.ts';
import { isPart, partBytes } from './part-hashes.ts';
import type { Remote } from './remote.ts';

/** Where a blob lies, with the hashes of its parts. */
export interface PartedPlace extends BlobPlace {
  readonly partHashes: string;
}

/** A smaller one is brought whole at once. */
export const leastPartedBytes = 4 * 1024 * 1024;

/** One that was stored before there were hashes of parts has none. */
export const isParted = (place: BlobPlace & { readonly partHashes: string | null }): place is PartedPlace =>
  place.sizeBytes >= leastPartedBytes && place.partHashes !== null;

/**
 * The bytes of a part, in their order. What came wrong is brought once more.
 * @param came what came of it already
 * @throws BlobDamaged, StoreAway
 */
export async function provenPart(
  remote: Remote,
  id: BlobId,
  place: PartedPlace,
  index: number,
  came?: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const bring = async () => held(await remote.objects.get(place.object, rangeOf(index, place.sizeBytes)));
  const held = (chunks: readonly Uint8Array[]): readonly Uint8Array[] => {
    if (isPart(place.partHashes, index, chunks)) return chunks;
    throw new BlobDamaged(id, `the bytes of ${place.object} have another hash`);
  };
  try {
    return came === undefined ? await bring() : held(came);
  } catch (error) {
    if (!isDamage(error)) throw error;
    countDamage(remote, error);
    return bring().catch((again) => giveUp(remote, id, place, again));
  }
}

const rangeOf = (index: number, sizeBytes: number): ByteRange => ({
  start: index * partBytes,
  end: Math.min((index + 1) * partBytes, sizeBytes) - 1,
  isPart: true,
});
