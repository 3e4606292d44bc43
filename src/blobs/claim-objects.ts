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
  const marked = await markedIds(objects);
  if (marked.length > 0 && !marked.includes(installation))
    throw new StoreUnusable(
      'VITRINE_BLOBS names a place that is marked as that of another installation; give this one a bucket or a prefix of its own. Only where the other is gone for good, delete the object "installation" there.',
    );
  const places = await someBlobPlaces(database, looks);
  if (!(await hasSomeOf(objects, places))) await refuseLeftBehind({ database, places, isFilling });
  await putMark(objects, marked.length > 0 ? marked : [installation]);
}

/** Marks the store as that of another installation too, which a backup is about to bring into the place of this one. */
export async function admitInstallation(objects: ObjectStore, installation: string): Promise<void> {
  const marked = await markedIds(objects);
  if (!marked.includes(installation)) await putMark(objects, [...marked, installation]);
}

/** @throws StoreUnusable */
async function markedIds(objects: ObjectStore): Promise<string[]> {
  const ids = (await objects.getText(markKey))?.trim().split('\n') ?? [];
  if (ids.every((id) => installationForm.test(id))) return ids;
  throw new StoreUnusable(
    'VITRINE_BLOBS: what answers is no object store, or the object "installation" in it is not ours.',
  );
}

const putMark = (objects: ObjectStore, ids: readonly string[]): Promise<void> =>
  objects.putText(markKey, ids.join('\n'));

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

/** @throws StoreUnusable where designs lie in an object store that the settings do not name */
export async function refuseWithoutObjects(database: Kysely<Tables>, files: BlobStore): Promise<void> {
  const id = await documentInObjects(database);
  if (id !== undefined && !(await files.has(id)))
    throw new StoreUnusable(
      'The designs of this installation lie in an object store; VITRINE_BLOBS has to name it.',
    );
}
