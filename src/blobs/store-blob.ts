import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import { slices } from './blob-id.ts';
import { type BlobPlace, insertBlob, moveBlob, renewBlob } from './blob-rows-store.ts';
import type { Hashed } from './blob-store.ts';
import { isDamage } from './damage.ts';
import { diskFiles } from './disk-files.ts';
import { partHashes } from './part-hashes.ts';
import { heldBytes, type Remote, withIncoming } from './remote.ts';
import { hashed, writeHashed } from './write-hashed.ts';

/** Key of an object that no other will ever have: the random part is of 160 bits. */
const objectKey = (id: BlobId, random: string): string => `blobs/${id.slice(0, 2)}/${id}.${random}`;

/** Stores bytes that arrive. */
export async function put(
  remote: Remote,
  bytes: Uint8Array | Readable,
  within?: Kysely<Tables>,
): Promise<Hashed> {
  return withIncoming(remote, async (path) => {
    const chunks = bytes instanceof Uint8Array ? slices(bytes) : bytes;
    const parts = partHashes();
    const hashed = await writeHashed(path, parts.through(chunks), remote.files);
    const stored = { ...hashed, partHashes: parts.print() };
    if (within?.isTransaction) await storeOnce({ ...remote, database: within }, path, stored);
    else await remote.afterOthers(stored.id, () => storeOnce(remote, path, stored));
    await remote.cache.keep(stored.id, path, stored.sizeBytes);
    return hashed;
  });
}

/** Stores a file that is there, and takes it over. */
export async function adopt(remote: Remote, path: string): Promise<Hashed> {
  const parts = partHashes();
  const file = await diskFiles.open(path);
  const stored = { ...(await hashed(parts.through(file.createReadStream()))), partHashes: parts.print() };
  await remote.afterOthers(stored.id, () => storeOnce(remote, path, stored));
  await remote.cache.keep(stored.id, path, stored.sizeBytes);
  return { id: stored.id, sizeBytes: stored.sizeBytes };
}

interface Stored extends Hashed {
  readonly partHashes: string;
}

async function storeOnce(remote: Remote, path: string, stored: Stored): Promise<void> {
  const { database, now, damaged } = remote;
  const before = await renewBlob(database, stored.id, now());
  const isDamaged = damaged.has(stored.id) || (before?.damagedAt ?? null) !== null;
  if (before !== undefined && !isDamaged && (await isWhole(remote, before))) return;
  const object = await upload(remote, path, stored);
  const isNew =
    before === undefined
      ? await insertBlob(database, { ...stored, object, storedAt: now() })
      : await moveBlob(database, stored.id, { from: before.object, to: object });
  damaged.delete(stored.id);
  await deleteObject(remote, isNew ? before?.object : object);
  // Somebody else was first; their row is as good, unless it has been swept since.
  if (!isNew) await storeOnce(remote, path, stored);
}

/**
 * Whether the object of a row is there in its length, where nobody has noticed anything yet; a store that cannot be
 * asked is believed to have what it had.
 */
async function isWhole({ objects }: Remote, { object, sizeBytes }: BlobPlace): Promise<boolean> {
  if (sizeBytes === 0) return true;
  const lastByte = { start: sizeBytes - 1, end: sizeBytes - 1 };
  return objects.get(object, lastByte).then(
    () => true,
    (error) => !isDamage(error),
  );
}

async function upload(
  { objects, randomPart, withinBytes }: Remote,
  path: string,
  stored: Hashed,
): Promise<string> {
  const { id, sizeBytes } = stored;
  const object = objectKey(id, randomPart());
  await withinBytes(heldBytes(sizeBytes), () => objects.put(object, path, sizeBytes));
  return object;
}

/** One that is not deleted now is found by the comparison. */
async function deleteObject({ objects, log }: Remote, object: string | undefined): Promise<void> {
  if (object === undefined) return;
  await objects
    .delete(object)
    .catch((error) => log.warn({ object, error: messageOf(error) }, 'an object is left over'));
}
