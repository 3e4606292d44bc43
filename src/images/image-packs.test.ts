import type { Readable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bytesBody } from '../content/byte-body.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { type DrawnImage, type ImagePacks, imagePacks } from './image-packs.ts';

let sqlite: Awaited<ReturnType<typeof openSqliteForTest>>;
let packs: ImagePacks;
/** Bytes of the packs, in the order they were stored. */
let stored: string[];
beforeEach(async () => {
  sqlite = await openSqliteForTest();
  stored = [];
  const ignore = () => undefined;
  packs = imagePacks({
    database: sqlite.database,
    blobs: {
      put: async (bytes) => {
        stored.push((await Array.fromAsync(bytes as Readable)).join(''));
        return { id: `blob ${stored.length}` as BlobId, sizeBytes: 1 };
      },
      localPath: () => Promise.reject(new Error('Nothing is read.')),
      bytesAt: () => Promise.reject(new Error('Nothing is read.')),
    },
    now: () => 1,
    log: pino({ level: 'silent' }),
    measures: { drawn: ignore, found: ignore, packed: ignore, drawnAtOnce: ignore },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await sqlite.remove();
});

const imageOf = (name: string): DrawnImage => ({
  name,
  sizeBytes: 1,
  read: async () => bytesBody(Buffer.from('i')),
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
