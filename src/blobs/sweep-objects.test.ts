import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { openRemoteBlobs, placeAt, type RemoteBlobs } from '../testing/remote-blobs.ts';
import { insertBlob } from './blob-rows-store.ts';
import type { BlobId } from './blob-store.ts';
import { deletedAtOnce, deleteMarked } from './unreferenced-blobs-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.UTC(2030, 0, 1);

describe('Objects of a bucket', () => {
  let folder: string;
  let double: S3Double;
  let store: RemoteBlobs;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-sweep-'));
    double = await openS3Double({ pageSize: 2 });
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    const place = placeAt(double.url, 'designs', 'design-server/');
    store = await openRemoteBlobs({ folder, place, now: () => now });
  });
  afterEach(async () => {
    await store.close();
    await double.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  const put = async (text: string): Promise<BlobId> => (await store.put(Buffer.from(text))).id;
  const objects = () => [...double.objects.keys()].sort();
  const objectOf = (id: BlobId): string => objects().find((key) => key.includes(id)) ?? 'no object';
  const sweep = (days: number) => store.sweep?.(now + days * dayMs);
  const refer = (blob: BlobId) =>
    store.database
      .insertInto('packed_images')
      .values({ name: 'an image', blob, start: 0, length: 1, used_at: 1 })
      .execute();
  const referNoMore = () => store.database.deleteFrom('packed_images').execute();
  const compareAll = async (from = now): Promise<void> => {
    for (let hour = 0; hour < 127; hour += 1) await store.compare?.(from + hour * hourMs);
  };
  const told = () => store.lines.map(({ msg }) => msg);
  const lost = () => store.counts['damaged missing'];

  test('go with their local copies a day after a sweep of each hour has first found nothing that refers to them', async () => {
    const id = await put('nobody’s');
    for (let hour = 0; hour < 24; hour += 1) expect(await sweep(hour / 24)).toBe(0);
    expect(await store.cache.find(id)).toBeDefined();
    expect(await sweep(1)).toBe(1);
    expect([objects(), await store.has(id), await store.cache.find(id)]).toEqual([[], false, undefined]);
  });

  test('stay for a day anew after something referred to them in between', async () => {
    const id = await put('somebody’s');
    await sweep(0);
    await refer(id);
    await sweep(0.9);
    await referNoMore();
    expect([await sweep(1), await sweep(1.9)]).toEqual([0, 0]);
    expect(await sweep(2)).toBe(1);
  });

  test('stay where something refers to them since the sweep has looked', async () => {
    const id = await put('somebody’s');
    await sweep(0);
    await refer(id);
    expect(await deleteMarked(store.database, now + dayMs)).toEqual([]);
    expect(await store.has(id)).toBe(true);
  });

  test('go all in one sweep, however many they are', async () => {
    for (let at = 0; at <= deletedAtOnce; at += 1) {
      const id = at.toString(16).padStart(64, '0') as BlobId;
      await insertBlob(store.database, {
        id,
        object: `blobs/${at}`,
        sizeBytes: 1,
        storedAt: 1,
        partHashes: null,
      });
    }
    await sweep(0);
    expect(await sweep(1)).toBe(deletedAtOnce + 1);
  });

  test('without a row are deleted once they are older than a day, each within 127 hours, and others are left', async () => {
    const kept = await put('kept');
    const [first = '', second = ''] = [objectOf(await put('left')), objectOf(kept)].map((key) =>
      key.replace(/\.[0-9a-f]+$/, `.${'0'.repeat(40)}`),
    );
    const foreign = `${second.slice(0, second.lastIndexOf('/'))}/notes.txt`;
    const before = objects();
    const bytes = Buffer.from('a');
    const leave = (storedAt: number) => {
      for (const key of [first, second, foreign]) double.objects.set(key, { bytes, storedAt });
    };
    leave(now);
    await compareAll(now - 127 * hourMs + dayMs);
    expect(objects()).toEqual([...before, first, second, foreign].sort());
    leave(now - dayMs - 1000);
    await compareAll();
    expect(objects()).toEqual([...before, foreign].sort());
  });

  test('that are stored while they are listed are not taken for left over', async () => {
    const id = await put('stored meanwhile');
    const [row] = await Array.fromAsync(store.list());
    const { object } = await store.database.selectFrom('blobs').select('object').executeTakeFirstOrThrow();
    await store.database.deleteFrom('blobs').execute();
    const stored = double.objects.get(objectOf(id));
    if (stored !== undefined) stored.storedAt = now - 2 * dayMs;
    double.misfortune = ({ query }) => {
      if (query.get('prefix')?.endsWith(`blobs/${id.slice(0, 2)}/`) !== true) return undefined;
      const written = insertBlob(store.database, {
        id,
        object,
        sizeBytes: 1,
        storedAt: now,
        partHashes: null,
      });
      return { until: written };
    };
    await compareAll();
    expect([row?.id, objectOf(id)]).toEqual([id, expect.stringContaining(object)]);
  });

  test('that are lost are told once they are asked for again, where their rows are older than an hour', async () => {
    const id = await put('lost');
    const key = objectOf(id);
    const stored = double.objects.get(key);
    double.objects.delete(key);
    const round = 127 * hourMs;
    const hourOf = (from: number): number => {
      const part = Math.floor(from / hourMs) % 127;
      return from + (((Number.parseInt(id.slice(0, 2), 16) % 127) - part + 127) % 127) * hourMs;
    };
    await store.database
      .updateTable('blobs')
      .set({ stored_at: hourOf(now) - hourMs + 1 })
      .execute();
    await store.compare?.(hourOf(now));
    expect(lost()).toBeUndefined();
    // A list may be late: it is there where it is asked for by itself.
    double.misfortune = ({ query }) => {
      const isItself = query.get('prefix')?.includes(id) === true;
      if (isItself && stored !== undefined) double.objects.set(key, stored);
      return undefined;
    };
    await store.compare?.(hourOf(now + round));
    expect(lost()).toBeUndefined();
    double.objects.delete(key);
    // The blob may have been deleted meanwhile.
    double.misfortune = ({ query }) =>
      query.get('prefix')?.includes(id) === true
        ? { until: store.database.deleteFrom('blobs').execute() }
        : undefined;
    const row = await store.database.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
    await store.compare?.(hourOf(now + 2 * round));
    expect(lost()).toBeUndefined();
    double.misfortune = undefined;
    await store.database.insertInto('blobs').values(row).execute();
    await store.compare?.(hourOf(now + 3 * round));
    expect([lost(), told()]).toEqual([1, ['the store lacks an object']]);
  });

  test('that were begun to be sent a day ago and never came whole are ended, however many pages list them, and later ones are not', async () => {
    const begin = (startedAt: number) => ({ key: 'design-server/blobs/aa/a', startedAt, parts: new Map() });
    for (let old = 1; old <= 5; old += 1) double.uploads.set(`old ${old}`, begin(now - dayMs - 1000));
    double.uploads.set('new', begin(now - dayMs + 60_000));
    await store.compare?.(now);
    expect([...double.uploads.keys()]).toEqual(['new']);
  });
});
