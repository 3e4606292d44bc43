import { Readable } from 'node:stream';
import type { BlobId } from '../contract/branded-ids.ts';
import { messageOf } from '../errors.ts';
import { isBlobId } from './blob-id.ts';
import { filesWithBlob } from './blob-owners-store.ts';
import { type BlobPlace, noteDamage } from './blob-rows-store.ts';
import { BlobNotFound } from './blob-store.ts';
import { diskFiles, isOutOfRoom } from './disk-files.ts';
import { provenBytes } from './object-bytes.ts';
import { BlobDamaged, ObjectCut, ObjectMissing } from './object-store.ts';
import { heldBytes, placeOf, type Remote, withIncoming } from './remote.ts';
import { writeHashed } from './write-hashed.ts';

/** A local copy, which is brought where there is none. */
export async function localPath(remote: Remote, id: BlobId): Promise<string> {
  const { cache, fetching, measures } = remote;
  if (!isBlobId(id)) throw new BlobNotFound(id);
  const copy = fetching.has(id) ? undefined : await cache.find(id);
  if (copy !== undefined) {
    measures.hit();
    return copy;
  }
  // Somebody may have begun while the copy was looked for.
  const brought = fetching.get(id) ?? fetch(remote, id).finally(() => fetching.delete(id));
  fetching.set(id, brought);
  return brought;
}

async function fetch(remote: Remote, id: BlobId): Promise<string> {
  const place = await placeOf(remote, id);
  const began = performance.now();
  const path = await remote.withinBytes(heldBytes(place.sizeBytes), () => fetchTwice(remote, id, place));
  remote.measures.fetched((performance.now() - began) / 1000);
  return path;
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

export const isDamage = (error: unknown): error is Error =>
  error instanceof BlobDamaged || error instanceof ObjectCut || error instanceof ObjectMissing;

export function countDamage({ measures }: Remote, error: Error): void {
  measures.damaged(error instanceof ObjectMissing ? 'missing' : 'store');
}

/** Tells the administrator what is lost. @throws BlobDamaged, StoreAway or what the disk said */
export async function giveUp(
  remote: Remote,
  id: BlobId,
  { object }: BlobPlace,
  error: unknown,
): Promise<never> {
  if (!isDamage(error)) throw error;
  countDamage(remote, error);
  remote.damaged.add(id);
  // Not waited for: who reads may do so within a change that everybody else who writes waits for.
  noteDamage(remote.database, id, { object, now: remote.now() }).catch((problem) =>
    remote.log.warn({ blob: id, error: messageOf(problem) }, 'other servers are not told of the damage'),
  );
  const files = (await filesWithBlob(remote.database, id).catch(() => [])).map(({ key }) => key);
  remote.log.error({ blob: id, object, files, error: error.message }, 'stored bytes are lost or damaged');
  throw error instanceof BlobDamaged ? error : new BlobDamaged(id, error);
}
