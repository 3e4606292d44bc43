import { Readable } from 'node:stream';
import type { BlobId } from '../contract/branded-ids.ts';
import { isBlobId } from './blob-id.ts';
import { type BlobPlace, partedPlaceOf } from './blob-rows-store.ts';
import { BlobNotFound } from './blob-store.ts';
import { bringParts, heldOfParts } from './bring-parts.ts';
import { type Coming, type ComingBlob, comingBlob } from './coming-blob.ts';
import { countDamage, giveUp, isDamage } from './damage.ts';
import { diskFiles, isOutOfRoom } from './disk-files.ts';
import { provenBytes } from './object-bytes.ts';
import { isParted, type PartedPlace } from './proven-part.ts';
import { type Fetch, heldBytes, placeOf, type Remote, withIncoming } from './remote.ts';
import { writeHashed } from './write-hashed.ts';

/** A local copy, which is brought where there is none. */
export async function localPath(remote: Remote, id: BlobId): Promise<string> {
  const { cache, fetching, measures } = remote;
  if (!isBlobId(id)) throw new BlobNotFound(id);
  const copy = await cache.find(id);
  if (copy !== undefined) {
    measures.hit();
    return copy;
  }
  // Somebody may have begun while the copy was looked for.
  return (fetching.get(id) ?? fetch(remote, id)).path;
}

/** A large blob from when it begins to come; nothing for one that is there, or comes as a whole. */
export async function coming(remote: Remote, id: BlobId): Promise<ComingBlob | undefined> {
  const { cache, fetching } = remote;
  if (!isBlobId(id) || (!fetching.has(id) && (await cache.find(id)) !== undefined)) return undefined;
  return (fetching.get(id) ?? fetch(remote, id)).coming;
}

function fetch(remote: Remote, id: BlobId): Fetch {
  const begun = Promise.withResolvers<ComingBlob | undefined>();
  const path = fetchCopy(remote, id, begun.resolve).finally(() => {
    remote.fetching.delete(id);
    begun.resolve(undefined);
  });
  // Whoever reads what is coming hears of a failure there.
  path.catch(() => undefined);
  const fetch = { path, coming: begun.promise };
  remote.fetching.set(id, fetch);
  return fetch;
}

type Begins = (blob: Coming | undefined) => void;

async function fetchCopy(remote: Remote, id: BlobId, begins: Begins): Promise<string> {
  const place = await partedPlaceOf(remote.database, id);
  if (place === undefined) throw new BlobNotFound(id);
  // Whoever would read it as it comes goes on to wait for the whole.
  if (!isParted(place)) begins(undefined);
  const began = performance.now();
  const path = isParted(place)
    ? await remote.withinBytes(heldOfParts, () => fetchParts(remote, id, place, begins))
    : await remote.withinBytes(heldBytes(place.sizeBytes), () => fetchTwice(remote, id, place));
  remote.measures.fetched((performance.now() - began) / 1000);
  return path;
}

/** What the disk had no room for is brought once more, for all but those who read it meanwhile. */
async function fetchParts(remote: Remote, id: BlobId, place: PartedPlace, begins: Begins): Promise<string> {
  const blob = comingBlob(place.sizeBytes);
  begins(blob);
  try {
    return await bringParts(remote, id, place, blob);
  } catch (error) {
    blob.failed(error);
    if (!isOutOfRoom(error)) throw error;
    return bringParts(remote, id, place, comingBlob(place.sizeBytes));
  }
}

/** What came wrong is brought once more, and so is what the disk had no room for. */
async function fetchTwice(remote: Remote, id: BlobId, place: BlobPlace): Promise<string> {
  try {
    return await bring(remote, id, place);
  } catch (error) {
    if (isDamage(error)) countDamage(remote, error);
    else if (!isOutOfRoom(error)) throw error;
  }
  return bring(remote, id, place).catch((error) => giveUp(remote, id, place, error));
}

async function bring(remote: Remote, id: BlobId, place: BlobPlace): Promise<string> {
  return withIncoming(remote, async (path) => {
    await writeHashed(path, provenBytes(remote.objects, id, place), remote.files);
    return remote.cache.keep(id, path, place.sizeBytes);
  });
}

/** The bytes, past the local copies where they are asked for whole. */
export async function read(
  remote: Remote,
  id: BlobId,
  range?: { start: number; end: number },
): Promise<Readable> {
  // Of a part nobody can say whether it is the right one.
  if (range !== undefined) return (await diskFiles.open(await localPath(remote, id))).createReadStream(range);
  const place = await placeOf(remote, id);
  const copy = await remote.cache.find(id);
  if (copy !== undefined) return (await diskFiles.open(copy)).createReadStream();
  return Readable.from(streamed(remote, id, place), { objectMode: false });
}

async function* streamed(remote: Remote, id: BlobId, place: BlobPlace): AsyncGenerator<Uint8Array> {
  try {
    yield* provenBytes(remote.objects, id, place);
  } catch (error) {
    await giveUp(remote, id, place, error);
  }
}
