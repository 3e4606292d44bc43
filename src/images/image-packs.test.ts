import type { Readable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreAway } from '../blobs/object-store.ts';
import { bytesBody } from '../content/byte-body.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { type DrawnImage, type ImagePacks, imagePacks } from './image-packs.ts';

let sqlite: Awaited<ReturnType<typeof openSqliteForTest>>;
let packs: ImagePacks;
/** Bytes of the packs, in the order they were stored. */
let stored: string[];
/** What becomes of a pack before it is stored. */
let storing: () => Promise<void>;
let counts: Record<string, number>;
beforeEach(async () => {
  sqlite = await openSqliteForTest();
  stored = [];
  storing = async () => undefined;
  counts = { done: 0, failed: 0, left: 0 };
  const ignore = () => undefined;
  packs = imagePacks({
    database: sqlite.database,
    blobs: {
      put: async (bytes) => {
        await storing();
        stored.push((await Array.fromAsync(bytes as Readable)).join(''));
        return { id: `blob ${stored.length}` as BlobId, sizeBytes: 1 };
      },
      localPath: () => Promise.reject(new Error('Nothing is read.')),
      bytesAt: () => Promise.reject(new Error('Nothing is read.')),
    },
    now: () => 1,
    log: pino({ level: 'silent' }),
    measures: {
      drawn: ignore,
      found: ignore,
      packed: (outcome, images) => {
        counts[outcome] = (counts[outcome] ?? 0) + images;
      },
      drawnAtOnce: ignore,
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await sqlite.remove();
});

const imageOf = (name: string, more: Partial<DrawnImage> = {}): DrawnImage => ({
  name,
  sizeBytes: 1,
  read: async () => bytesBody(Buffer.from('i')),
  ...more,
});

const namesOf = async () =>
  (await sqlite.database.selectFrom('packed_images').select('name').execute()).map(({ name }) => name);

test('images of several packs that somebody waits for are stored without a pause', async () => {
  const names = Array.from({ length: 300 }, (_, place) => `image ${place}`);
  for (const name of names) packs.offer(imageOf(name));
  await packs.shared(names);
  expect(stored.map((bytes) => bytes.length)).toEqual([256, 44]);
  expect(new Set(await namesOf())).toEqual(new Set(names));
});

test('images that nobody waits for come together until the pause is over', async () => {
  packs.offer(imageOf('first'));
  await packs.shared(['first']);
  packs.offer(imageOf('second'));
  packs.offer(imageOf('third'));
  vi.advanceTimersByTime(499);
  expect(stored).toEqual(['i']);
  vi.advanceTimersByTime(1);
  await expect.poll(() => stored).toEqual(['i', 'ii']);
});

test('images of more than a megabyte together lie in several packs, and a larger one by itself', async () => {
  const sizes = [500_000, 500_000, 100_000, 2_000_000, 10];
  for (const [place, sizeBytes] of sizes.entries()) packs.offer(imageOf(`image ${place}`, { sizeBytes }));
  await packs.shared(['image 4']);
  expect(stored.map((bytes) => bytes.length)).toEqual([2, 1, 1, 1]);
});

test('an image that made room for others before it was stored is left out, and the next lies in its place', async () => {
  const noFile = Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
  packs.offer(imageOf('gone', { read: async () => undefined }));
  packs.offer(imageOf('lost', { read: () => Promise.reject(noFile) }));
  for (const name of ['here', 'next']) packs.offer(imageOf(name));
  await packs.shared(['next']);
  const places = sqlite.database.selectFrom('packed_images').select(['name', 'start', 'length']);
  expect(await places.orderBy('start').execute()).toEqual([
    { name: 'here', start: 0, length: 1 },
    { name: 'next', start: 1, length: 1 },
  ]);
  expect(counts).toEqual({ done: 2, failed: 0, left: 2 });
});

test.each([
  ['a store that is away none of those that wait is', new StoreAway('Away.'), 300, []],
  ['a pack that fails the others are', new Error('It broke.'), 256, [44]],
])('of %s stored', async (_what, error, failed, lengths) => {
  storing = async () => {
    storing = async () => undefined;
    throw error;
  };
  const names = Array.from({ length: 300 }, (_, place) => `image ${place}`);
  for (const name of names) packs.offer(imageOf(name));
  await packs.shared(names);
  expect([counts.failed, stored.map((bytes) => bytes.length)]).toEqual([failed, lengths]);
});

test('nobody waits for images while the store takes none, and again once it has taken one', async () => {
  storing = () => Promise.reject(new StoreAway('Away.'));
  packs.offer(imageOf('first'));
  await packs.shared(['first']);
  const held = Promise.withResolvers<void>();
  storing = () => held.promise;
  packs.offer(imageOf('second'));
  await packs.shared(['second']);
  expect(stored).toEqual([]);
  vi.advanceTimersByTime(500);
  held.resolve();
  await expect.poll(namesOf).toEqual(['second']);
  packs.offer(imageOf('third'));
  await packs.shared(['third']);
  expect(await namesOf()).toEqual(['second', 'third']);
});
