import type { Readable } from 'node:stream';
import { setImmediate as afterOthers } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreAway } from '../blobs/object-store.ts';
import { bytesBody } from '../content/byte-body.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { type DrawnImage, type ImagePacks, imagePacks } from './image-packs.ts';
import { placePacked } from './packed-images-store.ts';

const hourMs = 3_600_000;

let sqlite: Awaited<ReturnType<typeof openSqliteForTest>>;
let packs: ImagePacks;
/** Bytes of the packs, in the order they were stored. */
let stored: string[];
/** What becomes of a pack before it is stored. */
let storing: () => Promise<void>;
let counts: Record<string, number>;
let isGone: boolean;
/** What stands in the log. */
let told: string[];
beforeEach(async () => {
  sqlite = await openSqliteForTest();
  stored = [];
  storing = async () => undefined;
  counts = { done: 0, failed: 0, left: 0, atOnce: 0 };
  const ignore = () => undefined;
  [isGone, told] = [false, []];
  packs = imagePacks({
    database: sqlite.database.withPlugin({
      transformQuery: ({ node }) => {
        if (isGone) throw new Error('The database is gone.');
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    blobs: {
      put: async (bytes) => {
        await storing();
        stored.push((await Array.fromAsync(bytes as Readable)).join(''));
        return { id: `blob ${stored.length}` as BlobId, sizeBytes: 1 };
      },
      localPath: () => Promise.reject(new Error('Nothing is read.')),
      bytesAt: () => Promise.reject(new Error('Nothing is read.')),
    },
    now: () => 2 * hourMs,
    log: pino({}, { write: (line: string) => told.push(JSON.parse(line).msg) }),
    measures: {
      drawn: ignore,
      found: ignore,
      packed: (outcome, images) => {
        counts[outcome] = (counts[outcome] ?? 0) + images;
      },
      drawnAtOnce: (images) => {
        counts.atOnce = (counts.atOnce ?? 0) + images;
      },
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

/** Lets others work without that time goes on. */
const untilOthersRest = async () => {
  for (let turn = 0; turn < 200; turn += 1) await afterOthers();
};

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
  expect(counts).toEqual({ done: 2, failed: 0, left: 2, atOnce: 0 });
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
  const tries = vi.fn(() => held.promise);
  storing = tries;
  packs.offer(imageOf('second'));
  await packs.shared(['second']);
  expect(tries).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  held.resolve();
  await expect.poll(namesOf).toEqual(['second']);
  packs.offer(imageOf('third'));
  await packs.shared(['third']);
  expect(await namesOf()).toEqual(['second', 'third']);
});

const placed = (...names: readonly string[]) =>
  placePacked(
    sqlite.database,
    names.map((name) => ({ name, blob: 'of another' as BlobId, start: 0, length: 1, used_at: 0 })),
  );

test('images that another server has stored are left to it, and counted', async () => {
  await placed('first', 'third');
  for (const name of ['first', 'second']) packs.offer(imageOf(name));
  await packs.shared(['second']);
  packs.offer(imageOf('third'));
  await packs.shared(['third']);
  expect([stored, counts]).toEqual([['i'], { done: 1, failed: 0, left: 2, atOnce: 2 }]);
});

test('images that another server stores in the same moment are left to it, and counted', async () => {
  storing = async () => void (await placed('first'));
  for (const name of ['first', 'second']) packs.offer(imageOf(name));
  await packs.shared(['second']);
  expect([stored, counts]).toEqual([['ii'], { done: 1, failed: 0, left: 1, atOnce: 1 }]);
});

test('images all of which made room for others lie in no pack', async () => {
  packs.offer(imageOf('gone', { read: async () => undefined }));
  await packs.shared(['gone']);
  expect(counts).toEqual({ done: 0, failed: 0, left: 1, atOnce: 0 });
});

test('an image that cannot be read for another reason fails its pack', async () => {
  packs.offer(imageOf('broken', { read: () => Promise.reject(new Error('It broke.')) }));
  await packs.shared(['broken']);
  expect([counts.failed, await namesOf()]).toEqual([1, []]);
});

test('an image whose bytes are only lent is stored as it was read', async () => {
  const lent = Buffer.alloc(1);
  async function* chunks() {
    for (const letter of 'abc') {
      lent.write(letter);
      yield lent;
    }
  }
  packs.offer(imageOf('lent', { read: async () => ({ sizeBytes: 3, chunks }) }));
  await packs.shared(['lent']);
  expect(stored).toEqual(['abc']);
});

test('images that fill a pack are stored without a pause after the one before', async () => {
  for (let place = 0; place < 600; place += 1) packs.offer(imageOf(`image ${place}`));
  vi.advanceTimersByTime(500);
  await untilOthersRest();
  expect(stored.map((bytes) => bytes.length)).toEqual([256, 256]);
});

test('images that come after a store was away have the pause again', async () => {
  storing = () => Promise.reject(new StoreAway('Away.'));
  for (let place = 0; place < 300; place += 1) packs.offer(imageOf(`image ${place}`));
  await packs.shared(['image 0']);
  const tries = vi.fn(async () => undefined);
  storing = tries;
  packs.offer(imageOf('later'));
  await untilOthersRest();
  expect(tries).not.toHaveBeenCalled();
});

test('who waits for images that are stored already, or for none, keeps others no shorter together', async () => {
  packs.offer(imageOf('first'));
  await packs.shared(['first']);
  packs.offer(imageOf('second'));
  await packs.shared(['first', 'unknown']);
  await untilOthersRest();
  expect(stored).toEqual(['i']);
});

test('who waits for an image that is drawn twice has both', async () => {
  packs.offer(imageOf('twice'));
  const shared = packs.shared(['twice']);
  packs.offer(imageOf('twice'));
  await shared;
  expect(await namesOf()).toEqual(['twice']);
});

test('who waits for images is let go after two seconds, and the end of the server after five', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  storing = () => {
    begun.resolve();
    return held.promise;
  };
  packs.offer(imageOf('first'));
  const shared = packs.shared(['first']);
  await begun.promise;
  vi.advanceTimersByTime(2_000);
  await shared;
  const settled = packs.settled();
  packs.offer(imageOf('second'));
  vi.advanceTimersByTime(5_000);
  await settled;
  held.resolve();
  await expect.poll(() => counts.done).toBe(1);
  await untilOthersRest();
  expect(await namesOf()).toEqual(['first']);
});

test('images that are drawn while the server ends are stored without a pause', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  storing = () => {
    begun.resolve();
    return held.promise;
  };
  packs.offer(imageOf('first'));
  const settled = packs.settled();
  await begun.promise;
  packs.offer(imageOf('second'));
  held.resolve();
  await settled;
  expect(await namesOf()).toEqual(['first', 'second']);
});

test('images that are read elsewhere are noted as used, and a database that is gone is told', async () => {
  const usedAt = async () =>
    (await sqlite.database.selectFrom('packed_images').select('used_at').execute()).map((row) => row.used_at);
  await placed('first');
  isGone = true;
  packs.noteUse(['first']);
  await expect.poll(() => told).toEqual(['the use of images was not noted']);
  isGone = false;
  packs.noteUse(['first']);
  await expect.poll(usedAt).toEqual([2 * hourMs]);
});
