import type { BlobId } from '../contract/branded-ids.ts';
import { isBlobId } from './blob-id.ts';
import { partedPlaceOf } from './blob-rows-store.ts';
import { countDamage, giveUp, isDamage } from './bring-blob.ts';
import { BlobDamaged, type ByteRange } from './object-store.ts';
import { isPart, partBytes } from './part-hashes.ts';
import { type PartedBlob, TooManyParts } from './parts.ts';
import type { Remote } from './remote.ts';
import { severalAtOnce } from './several-at-once.ts';

/** A smaller one is brought whole at once. */
const leastBytes = 4 * 1024 * 1024;
/** Once more than this of a blob is needed, the whole is worth being brought. */
const share = 1 / 4;
/** Of one blob, whatever its size. */
const mostHeldBytes = 16 * 1024 * 1024;
const atOnce = 4;

/** Nothing for a blob that has a local copy, is about to, or would better have one. */
export async function inParts(remote: Remote, id: BlobId): Promise<PartedBlob | undefined> {
  if (!isBlobId(id) || remote.fetching.has(id) || (await remote.cache.find(id)) !== undefined)
    return undefined;
  const place = await partedPlaceOf(remote.database, id);
  if (place === undefined || place.sizeBytes < leastBytes || place.partHashes === null) return undefined;
  const { sizeBytes, partHashes } = place;
  const parts = new Map<number, Uint8Array>();
  const most = Math.min(sizeBytes * share, mostHeldBytes) / partBytes;
  const bringOne = async (index: number): Promise<void> => {
    const kept = remote.parts.get(id, index);
    const bytes =
      kept ?? (await remote.withinBytes(partBytes, () => provenPart(remote, id, place, index, partHashes)));
    remote.parts.keep(id, index, bytes);
    parts.set(index, bytes);
  };
  if (remote.parts.count(id) > most) return undefined;
  return {
    sizeBytes,
    part: (index) => parts.get(index),
    bring: async (indexes) => {
      if (parts.size + indexes.length > most) throw new TooManyParts();
      await severalAtOnce(indexes, atOnce, bringOne);
    },
  };
}

type Place = NonNullable<Awaited<ReturnType<typeof partedPlaceOf>>>;

/** What came wrong is brought once more. @throws BlobDamaged, StoreAway */
async function provenPart(
  remote: Remote,
  id: BlobId,
  place: Place,
  index: number,
  hashes: string,
): Promise<Uint8Array> {
  const bring = async (): Promise<Uint8Array> => {
    const bytes = Buffer.concat(await remote.objects.get(place.object, rangeOf(index, place.sizeBytes)));
    if (isPart(hashes, index, bytes)) return bytes;
    throw new BlobDamaged(id, `the bytes of ${place.object} have another hash`);
  };
  try {
    return await bring();
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
