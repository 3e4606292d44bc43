import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobId } from '../contract/branded-ids.ts';
import type { KnownPack } from './known-packs.ts';
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
  localPacks(async ({ blob }) => {
    asked.push(blob);
    return blob === 'lost' ? undefined : join(folder, blob);
  }, restMs);
const packOf = (blob: string): KnownPack => ({ blob: blob as BlobId, place: undefined, usedAt: 0 });
const open = () => {
  const packs = openPacks();
  return (blob: string) => packs.open(packOf(blob));
};
const put = (blob: string, sizeBytes: number) => writeFile(join(folder, blob), Buffer.alloc(sizeBytes, blob));

test('a pack whose images are asked for at once and afterwards is read once', async () => {
  await put('small', 100);
  const opened = open();
  const packs = await Promise.all([opened('small'), opened('small')]);
  await rm(join(folder, 'small'));
  packs.push(await opened('small'));
  for (const pack of packs) expect(pack?.bytes?.equals(Buffer.alloc(100, 'small'))).toBe(true);
  expect(asked).toEqual(['small']);
});

test('a large pack is not held in memory, and looked for each time', async () => {
  await put('large', 1024 * 1024 + 1);
  const opened = open();
  for (let time = 0; time < 2; time += 1)
    expect(await opened('large')).toEqual({ path: join(folder, 'large'), bytes: undefined });
  expect(asked).toEqual(['large', 'large']);
});

test('a pack that could not be read is asked for again', async () => {
  const opened = open();
  await expect(opened('absent')).rejects.toThrow('ENOENT');
  await put('absent', 1);
  expect((await opened('absent'))?.bytes?.length).toBe(1);
});

test('a pack that cannot be had is not asked for by who comes right after, and again later', async () => {
  const lost = 'lost' as BlobId;
  const opened = open();
  expect([await opened(lost), await opened(lost)]).toEqual([undefined, undefined]);
  expect(asked).toEqual(['lost']);
  const packs = openPacks(0);
  await expect
    .poll(async () => {
      await packs.open(packOf(lost));
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
  await Promise.all([small, large].map((blob) => packs.open(packOf(blob))));
  expect(packs.peek(small)?.equals(Buffer.alloc(100, 'small'))).toBe(true);
  expect(packs.peek(large)).toBeUndefined();
});

test('the packs that were asked for last stay in memory, and no more than a few', async () => {
  const opened = open();
  const names = ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b'];
  for (const name of names) await put(name, 10);
  for (const name of names) await opened(name);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});

test('what was brought into memory and is too large to stay is shared by who comes right after', async () => {
  const bytes = Buffer.alloc(1024 * 1024 + 1);
  await put('large', bytes.length);
  const packs = localPacks(async (pack, wantsCopy) => {
    asked.push(wantsCopy ? `copy of ${pack.blob}` : pack.blob);
    return wantsCopy ? join(folder, pack.blob) : bytes;
  }, 50);
  for (let time = 0; time < 2; time += 1) expect((await packs.open(packOf('large')))?.bytes).toBe(bytes);
  expect(asked).toEqual(['large']);
  await expect.poll(() => packs.peek('large' as BlobId)).toBeUndefined();
  expect(await packs.open(packOf('large'))).toEqual({ path: join(folder, 'large'), bytes: undefined });
  expect(asked).toEqual(['large', 'copy of large']);
});

test('a copy is made of a pack that is asked for again once it is no longer in memory', async () => {
  await put('a', 10);
  const bring = async ({ blob }: KnownPack, wantsCopy: boolean) => {
    asked.push(wantsCopy ? `copy of ${blob}` : blob);
    return wantsCopy ? join(folder, blob) : Buffer.alloc(10, blob);
  };
  const packs = localPacks(bring);
  for (const blob of ['a', 'a', 'b', 'c', 'd', 'e', 'a'])
    expect(await packs.open(packOf(blob))).toEqual({ bytes: Buffer.alloc(10, blob) });
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'copy of a']);
});
