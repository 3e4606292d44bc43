import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobId } from '../contract/branded-ids.ts';
import { localPacks } from './local-packs.ts';

let folder: string;
let asked: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-packs-'));
  asked = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** A pack is there once it was put there. */
const openPacks = (restMs?: number) =>
  localPacks(async (blob) => {
    asked.push(blob);
    return blob === 'lost' ? undefined : join(folder, blob);
  }, restMs);
const open = () => {
  const packs = openPacks();
  return (blob: string) => packs.open(blob as BlobId);
};
const put = (blob: string, sizeBytes: number) => writeFile(join(folder, blob), Buffer.alloc(sizeBytes, blob));

test('a pack whose images are asked for at once and afterwards is read once', async () => {
  await put('small', 100);
  const packOf = open();
  const packs = await Promise.all([packOf('small'), packOf('small')]);
  await rm(join(folder, 'small'));
  packs.push(await packOf('small'));
  for (const pack of packs) expect(pack?.bytes?.equals(Buffer.alloc(100, 'small'))).toBe(true);
  expect(asked).toEqual(['small']);
});

test('a large pack is not held in memory, and looked for each time', async () => {
  await put('large', 1024 * 1024 + 1);
  const packOf = open();
  for (let time = 0; time < 2; time += 1)
    expect(await packOf('large')).toEqual({ path: join(folder, 'large'), bytes: undefined });
  expect(asked).toEqual(['large', 'large']);
});

test('a pack that could not be read is asked for again', async () => {
  const packOf = open();
  await expect(packOf('absent')).rejects.toThrow('ENOENT');
  await put('absent', 1);
  expect((await packOf('absent'))?.bytes?.length).toBe(1);
});

test('a pack that cannot be had is not asked for by who comes right after, and again later', async () => {
  const lost = 'lost' as BlobId;
  const packOf = open();
  expect([await packOf(lost), await packOf(lost)]).toEqual([undefined, undefined]);
  expect(asked).toEqual(['lost']);
  const packs = openPacks(0);
  await expect
    .poll(async () => {
      await packs.open(lost);
      return asked.length;
    })
    .toBe(3);
});

test('a small pack is in memory once it was read, and a large one never', async () => {
  await put('small', 100);
  await put('large', 1024 * 1024 + 1);
  const packs = openPacks();
  const [small, large] = ['small' as BlobId, 'large' as BlobId];
  expect(packs.peek(small)).toBeUndefined();
  await Promise.all([packs.open(small), packs.open(large)]);
  expect(packs.peek(small)?.equals(Buffer.alloc(100, 'small'))).toBe(true);
  expect(packs.peek(large)).toBeUndefined();
});

test('the packs that were asked for last stay in memory, and no more than a few', async () => {
  const packOf = open();
  const names = ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b'];
  for (const name of names) await put(name, 10);
  for (const name of names) await packOf(name);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});
