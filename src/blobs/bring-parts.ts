import type { BlobId } from '../contract/branded-ids.ts';
import { type Coming, mostUnreadBytes } from './coming-blob.ts';
import { countDamage, isDamage } from './damage.ts';
import type { WrittenFile } from './disk-files.ts';
import { piecesAtOnce, piecesOf } from './object-bytes.ts';
import type { ByteRange } from './object-store.ts';
import { partBytes } from './part-hashes.ts';
import { type PartedPlace, provenPart } from './proven-part.ts';
import { type Remote, withIncoming } from './remote.ts';
import { severalAtOnce } from './several-at-once.ts';

/** Smaller pieces than those of a blob that nobody reads meanwhile, so that its beginning comes first. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * What a blob holds of the memory while it is brought: a part of each piece that is under way, and its copy; and what
 * has come of it and is not read yet.
 */
export const heldOfParts = 2 * piecesAtOnce * partBytes + mostUnreadBytes;

interface Bringing {
  readonly remote: Remote;
  readonly id: BlobId;
  readonly place: PartedPlace;
  readonly file: WrittenFile;
  readonly coming: Coming;
}

/**
 * Brings a local copy of a blob whose parts have hashes, each of which lies in the file once it is proven: so it can
 * be read while it comes. Answers where it lies in the end.
 * @throws BlobDamaged, StoreAway, or what the disk said
 */
export async function bringParts(
  remote: Remote,
  id: BlobId,
  place: PartedPlace,
  coming: Coming,
): Promise<string> {
  return withIncoming(remote, async (path) => {
    const file = await remote.files.create(path);
    coming.at(path);
    try {
      const bringing = { remote, id, place, file, coming };
      await severalAtOnce(piecesInTurn(place.sizeBytes), piecesAtOnce, (piece) =>
        bringPiece(bringing, piece),
      );
    } finally {
      await file.close();
    }
    return coming.moved(() => remote.cache.keep(id, path, place.sizeBytes));
  });
}

/**
 * The last part is second, by itself: an object that was cut shows by it, and nobody is sent anything before.
 */
function piecesInTurn(sizeBytes: number): ByteRange[] {
  const lastAt = Math.floor((sizeBytes - 1) / partBytes) * partBytes;
  const [first, ...others] = [...piecesOf(lastAt, pieceBytes)] as [ByteRange, ...ByteRange[]];
  return [first, { start: lastAt, end: sizeBytes - 1 }, ...others];
}

/** What of a piece does not come as it should is asked for once more, part by part. */
async function bringPiece(bringing: Bringing, piece: ByteRange): Promise<void> {
  const { remote, place } = bringing;
  let index = piece.start / partBytes;
  const gathered = gathering(place, index);
  const take = async (chunk: Uint8Array): Promise<void> => {
    for (const part of gathered(chunk)) await keepPart(bringing, index++, part);
  };
  // What becomes of the bytes here is nothing that the store did.
  let failure: { readonly error: unknown } | undefined;
  const taken = (chunk: Uint8Array) =>
    take(chunk).then(
      () => true,
      (error) => {
        failure = { error };
        return false;
      },
    );
  try {
    await remote.objects.take(place.object, { ...piece, isPart: true }, taken);
  } catch (error) {
    if (!isDamage(error)) throw error;
    countDamage(remote, error);
    while (index * partBytes <= piece.end) await keepPart(bringing, index++);
  }
  if (failure !== undefined) throw failure.error;
}

/** The parts that are whole with each chunk. */
function gathering(
  { sizeBytes }: PartedPlace,
  first: number,
): (chunk: Uint8Array) => Generator<readonly Uint8Array[], void> {
  let index = first;
  let chunks: Uint8Array[] = [];
  let filled = 0;
  return function* (chunk) {
    for (let at = 0; at < chunk.length; ) {
      const length = Math.min(partBytes, sizeBytes - index * partBytes);
      const some = chunk.subarray(at, at + length - filled);
      chunks.push(some);
      at += some.length;
      filled += some.length;
      if (filled < length) continue;
      yield chunks;
      [chunks, filled] = [[], 0];
      index += 1;
    }
  };
}

/** Writes a part once it is known to be the right one. */
async function keepPart(
  { remote, id, place, file, coming }: Bringing,
  index: number,
  came?: readonly Uint8Array[],
): Promise<void> {
  const chunks = await provenPart(remote, id, place, index, came);
  await file.writeAt(chunks, index * partBytes);
  coming.proved(index, chunks);
}
