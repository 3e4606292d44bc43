import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gather } from '../content/byte-body.ts';
import { type RenderedFiles, renderedFiles } from './rendered-files.ts';

const log = pino({ level: 'silent' });
const blockBytes = 4096;
const sizeBytes = 10 * blockBytes;
const dayMs = 86_400_000;
let folder: string;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-rendered-'));
  now = Date.now();
});
afterEach(() => rm(folder, { recursive: true }));

const open = (images: number): RenderedFiles =>
  renderedFiles({ folder, mostBytes: images * sizeBytes, now: () => now, log });

/** Puts an image there that was last used so many days ago. */
async function put(files: RenderedFiles, name: string, daysAgo: number): Promise<void> {
  const path = files.pathOf(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.alloc(sizeBytes, name));
  await utimes(path, (now - daysAgo * dayMs) / 1000, (now - daysAgo * dayMs) / 1000);
  files.added(name, sizeBytes, undefined);
}

const names = async (): Promise<string[]> => {
  const shards = await readdir(folder);
  return (await Promise.all(shards.map((shard) => readdir(join(folder, shard))))).flat().sort();
};

test('images stay while there is room', async () => {
  const files = open(3);
  for (const name of ['aa.png', 'bb.png', 'cc.png']) await put(files, name, 1);
  await files.settled();
  expect(await names()).toEqual(['aa.png', 'bb.png', 'cc.png']);
});

test('those used longest ago make room, also those of an earlier run', async () => {
  const earlier = open(100);
  for (const [place, name] of ['aa.png', 'bb.png', 'cc.png', 'dd.png'].entries())
    await put(earlier, name, 9 - place);
  const files = open(3);
  expect(await files.read('aa.png')).toBeDefined();
  await put(files, 'ee.png', 0);
  await files.settled();
  expect(await names()).toEqual(['aa.png', 'ee.png']);
  expect(await files.read('bb.png')).toBeUndefined();
});

test('an image is read as it was written', async () => {
  const files = open(3);
  await put(files, 'aa.png', 1);
  const body = await files.read('aa.png');
  expect(body && (await gather(body)).equals(Buffer.alloc(sizeBytes, 'aa.png'))).toBe(true);
});

test('bytes that come along are read without the disk', async () => {
  const files = open(3);
  files.added('aa.svg', 3, Uint8Array.from([1, 2, 3]));
  const body = await files.read('aa.svg');
  expect(body && [...(await gather(body))]).toEqual([1, 2, 3]);
});

test('a file that a loss of power left empty is no image', async () => {
  const files = open(3);
  await mkdir(join(folder, 'a'));
  await writeFile(files.pathOf('aa.png'), '');
  expect(await files.read('aa.png')).toBeUndefined();
});

test('an image of 64 to 256 KB that was made just now is read as it was written, if it is there', async () => {
  const files = open(1000);
  const bytes = Buffer.alloc(100_000, 'png');
  await mkdir(join(folder, 'a'));
  await writeFile(files.pathOf('aa.png'), bytes);
  files.added('aa.png', bytes.length, undefined);
  const body = await files.readNew('aa.png', bytes.length);
  expect(body && (await gather(body)).equals(bytes)).toBe(true);
  expect(await files.readNew('ab.png', bytes.length)).toBeUndefined();
});
