import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { BlobCache } from './blob-cache.ts';
import { type BlobRow, listBlobRows, placeOfBlob } from './blob-rows-store.ts';
import type { ObjectStore, StoredObject, StoreMeasures } from './object-store.ts';
import {
  beginningsOfIds,
  deletedAtOnce,
  deleteMarked,
  markUnreferenced,
} from './unreferenced-blobs-store.ts';

/** A change that is under way, a backup that is being sent: each is over by then. */
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/**
 * Marks what nothing refers to and deletes what has been marked for a day: first the rows, then the objects, so that
 * a sweep which breaks off leaves objects without a row, which the comparison finds.
 */
export async function sweepObjects(
  parts: { database: Kysely<Tables>; objects: ObjectStore; cache: Pick<BlobCache, 'remove'> },
  now: number,
): Promise<number> {
  const { database, objects, cache } = parts;
  await markUnreferenced(database, now);
  let count = 0;
  for (;;) {
    const deleted = await deleteMarked(database, now - dayMs);
    for (const { id, object } of deleted) {
      await cache.remove(id);
      await objects.delete(object);
    }
    count += deleted.length;
    if (deleted.length < deletedAtOnce) return count;
  }
}

/**
 * Ids are compared in so many parts, one in each hour, so all within a week. It is a prime number, so that a server
 * which runs at the same hour of each day gets round too.
 */
const parts = 127;

/**
 * Compares objects with rows: objects without a row that are older than a day are what something left that broke off,
 * and go; so do uploads that were never finished. Rows without an object are told.
 */
export async function compareObjects(comparing: Comparing, now: number): Promise<void> {
  const part = Math.floor(now / hourMs) % parts;
  for (const [at, beginning] of beginningsOfIds.entries())
    if (at % parts === part) await compareSome(comparing, beginning, now);
  await comparing.objects.endUploads(now - dayMs);
}

interface Comparing {
  readonly database: Kysely<Tables>;
  readonly objects: ObjectStore;
  readonly log: Logger;
  readonly measures: Pick<StoreMeasures, 'damaged'>;
}

async function compareSome(comparing: Comparing, beginning: string, now: number): Promise<void> {
  const { database, objects } = comparing;
  const listed = await Array.fromAsync(objects.list(`blobs/${beginning}/`));
  // Rows are read last, so that each object which was stored by then has its own.
  const rows = new Map(
    (await Array.fromAsync(listBlobRows(database, beginning))).map((row) => [row.id, row]),
  );
  await deleteStrays(comparing, listed, rows, now);
  const keys = new Set(listed.map(({ key }) => key));
  for (const row of rows.values())
    if (!keys.has(row.object) && row.storedAt < now - hourMs) await tellLost(comparing, row);
}

/** Keys that have another form are not ours. */
const keyForm = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})\.[0-9a-f]{40}$/;

async function deleteStrays(
  { objects, log }: Comparing,
  listed: readonly StoredObject[],
  rows: ReadonlyMap<BlobId, BlobRow>,
  now: number,
): Promise<void> {
  for (const { key, storedAt } of listed) {
    const id = keyForm.exec(key)?.[1] as BlobId | undefined;
    if (id === undefined || rows.get(id)?.object === key || storedAt > now - dayMs) continue;
    await objects.delete(key);
    log.info({ object: key }, 'an object that nothing knows was deleted');
  }
}

/** Asked for once more, since a list may be late, and the blob be gone since. */
async function tellLost(
  { database, objects, log, measures }: Comparing,
  { id, object }: BlobRow,
): Promise<void> {
  for await (const { key } of objects.list(object)) if (key === object) return;
  if ((await placeOfBlob(database, id))?.object !== object) return;
  measures.damaged('missing');
  log.error({ blob: id, object }, 'the store lacks an object');
}
