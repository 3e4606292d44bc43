import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type BlobPlace, documentInObjects, hasVersions, someBlobPlaces } from './blob-rows-store.ts';
import type { BlobStore } from './blob-store.ts';
import { type ObjectStore, StoreAway } from './object-store.ts';

/** The store of the settings is none that this installation can work with; the message is one plain sentence. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/**
 * Says whose the objects beside it are: a sweep for one installation would take those of another for left over. It
 * has the id of the installation, and of others that a backup brought into its place.
 */
const markKey = 'installation';
const installationForm = /^[\w-]{20,100}$/;
const looks = 5;

/**
 * Looks whether the store can be read and written, and belongs to this installation or to nobody, and notes that it
 * does.
 * @throws StoreUnusable
 */
export async function claimObjects(parts: {
  readonly objects: ObjectStore;
  readonly database: Kysely<Tables>;
  readonly installation: string;
  /** A part of keys that no other has. */
  readonly randomPart: () => string;
  /** The designs are just being brought there, so that they may still lie elsewhere. */
  readonly isFilling?: boolean;
}): Promise<void> {
  try {
    await claim(parts);
  } catch (error) {
    if (error instanceof StoreAway)
      throw new StoreUnusable(`VITRINE_BLOBS: ${error.message}`, { cause: error });
    throw error;
  }
}

async function claim(parts: Parameters<typeof claimObjects>[0]): Promise<void> {
  const { objects, database, installation, isFilling = false } = parts;
  const isMarked = await isMarkedFor(objects, installation);
  const places = await someBlobPlaces(database, looks);
  if (!(await hasSomeOf(objects, places))) await refuseLeftBehind({ database, places, isFilling });
  if (!isMarked && places.length === 0 && !isFilling) await refuseUnknown(objects, installation);
  await withIntent(parts, async () => {
    if (isMarked || (await isMarkedOnceAlone(objects, installation))) return;
    await objects.putFirstText(markKey, installation);
    await isMarkedFor(objects, installation);
  });
}

/** Whether it is marked as this installation's already. @throws StoreUnusable where it is marked as another's */
async function isMarkedFor(objects: ObjectStore, installation: string): Promise<boolean> {
  const marked = await markedIds(objects);
  if (marked.length > 0 && !marked.includes(installation))
    throw new StoreUnusable(
      'VITRINE_BLOBS names a place that is marked as that of another installation: name the database that belongs to it, or give this one a bucket or a prefix of its own. Only where the other is gone for good, empty that place.',
    );
  return marked.length > 0;
}

/** Objects that say for a moment who is about to start here; below each its installation and a part of its own. */
const intents = 'intents/';

/**
 * Works while an object says that this installation is starting here. Putting and deleting it shows besides whether
 * the store takes what it should.
 */
async function withIntent(
  { objects, installation, randomPart }: Parameters<typeof claimObjects>[0],
  work: () => Promise<void>,
): Promise<void> {
  const key = `${intents}${installation}.${randomPart()}`;
  await objects.putText(key, installation);
  try {
    await work();
  } catch (error) {
    await objects.delete(key).catch(() => undefined);
    throw error;
  }
  await objects.delete(key);
}

const looksForOthers = 50;
const betweenLooksMs = 200;

/**
 * Waits until no other installation is about to mark the place, and says whether it is marked as this one's by then.
 * Each has said that it starts here before it looks, so that of two at least one sees the other; the mark is read after
 * the list, since who is gone from the one stands in the other. So two never mark it, also in a store that knows no
 * conditions. One of the two gives way, by the order of their ids.
 * @throws StoreUnusable
 */
async function isMarkedOnceAlone(objects: ObjectStore, installation: string): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    const listed = await Array.fromAsync(objects.list(intents));
    const others = listed
      .map(({ key }) => key)
      .filter((key) => !key.startsWith(`${intents}${installation}.`));
    if (await isMarkedFor(objects, installation)) return true;
    const [other] = others;
    if (other === undefined) return false;
    if (look === looksForOthers || others.some((key) => key < `${intents}${installation}`))
      throw new StoreUnusable(
        `VITRINE_BLOBS names a place on which another installation is just being started; give this one a bucket or a prefix of its own. Only where the other is gone for good, delete the object "${other}" there.`,
      );
    await wait(betweenLooksMs);
  }
}

/** Marks the store as that of another installation too, which a backup is about to bring into the place of this one. */
export async function admitInstallation(objects: ObjectStore, installation: string): Promise<void> {
  const marked = await markedIds(objects);
  if (!marked.includes(installation)) await objects.putText(markKey, [...marked, installation].join('\n'));
}

/** @throws StoreUnusable */
async function markedIds(objects: ObjectStore): Promise<string[]> {
  const ids = (await objects.getText(markKey))?.trim().split('\n') ?? [];
  if (ids.every((id) => installationForm.test(id))) return ids;
  throw new StoreUnusable(
    'VITRINE_BLOBS: what answers is no object store, or the object "installation" in it is not ours.',
  );
}

async function hasSomeOf(objects: ObjectStore, places: readonly BlobPlace[]): Promise<boolean> {
  for (const { object } of places) if (await hasAny(objects, object)) return true;
  return false;
}

async function hasAny(objects: ObjectStore, prefix: string): Promise<boolean> {
  for await (const _ of objects.list(prefix)) return true;
  return false;
}

/** @throws StoreUnusable */
async function refuseLeftBehind({
  database,
  places,
  isFilling,
}: {
  readonly database: Kysely<Tables>;
  readonly places: readonly BlobPlace[];
  readonly isFilling: boolean;
}): Promise<void> {
  if (places.length > 0)
    throw new StoreUnusable(
      'VITRINE_BLOBS names a place that has none of the objects that the database knows; name the one that they were stored in.',
    );
  if (!isFilling && (await hasVersions(database)))
    throw new StoreUnusable(
      'The designs of this installation lie in its data folder: bring them to the bucket by "npx vitrine move --blobs", with the server stopped and without VITRINE_BLOBS.',
    );
}

/**
 * Objects of a place whose mark is gone may be of an installation whose database was not named, and would be deleted.
 * The mark is read once more, since another process of this installation may just have begun to store.
 * @throws StoreUnusable
 */
async function refuseUnknown(objects: ObjectStore, installation: string): Promise<void> {
  if (!(await hasAny(objects, 'blobs/')) || (await isMarkedFor(objects, installation))) return;
  throw new StoreUnusable(
    'VITRINE_BLOBS names a place with designs that the database does not know: name the database that belongs to them, or give this one a bucket or a prefix of its own.',
  );
}

/** @throws StoreUnusable where designs lie in an object store that the settings do not name */
export async function refuseWithoutObjects(database: Kysely<Tables>, files: BlobStore): Promise<void> {
  const id = await documentInObjects(database);
  if (id !== undefined && !(await files.has(id)))
    throw new StoreUnusable(
      'The designs of this installation lie in an object store; VITRINE_BLOBS has to name it.',
    );
}
