import type { BlobId } from '../contract/branded-ids.ts';
import { isBlobId } from './blob-id.ts';
import { partedPlaceOf } from './blob-rows-store.ts';
import { partBytes } from './part-hashes.ts';
import { type PartedBlob, TooManyParts } from './parts.ts';
import { isParted, provenPart } from './proven-part.ts';
import type { Remote } from './remote.ts';
import { severalAtOnce } from './several-at-once.ts';

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
  if (place === undefined || !isParted(place)) return undefined;
  const { sizeBytes } = place;
  const parts = new Map<number, Uint8Array>();
  const most = Math.min(sizeBytes * share, mostHeldBytes) / partBytes;
  const bringOne = async (index: number): Promise<void> => {
    const kept = remote.parts.get(id, index);
    const bytes =
      kept ?? Buffer.concat(await remote.withinBytes(partBytes, () => provenPart(remote, id, place, index)));
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
