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
const open = () => {
  const packOf = localPacks(async (blob) => {
    asked.push(blob);
    return blob === 'lost' ? undefined : join(folder, blob);
  });
  return (blob: string) => packOf(blob as BlobId);
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

test('a pack that cannot be had is asked for again', async () => {
  const packOf = open();
  expect(await packOf('lost')).toBeUndefined();
  expect(await packOf('lost')).toBeUndefined();
  await expect(packOf('absent')).rejects.toThrow('ENOENT');
  await put('absent', 1);
  expect((await packOf('absent'))?.bytes?.length).toBe(1);
});

test('the packs that were asked for last stay in memory, and no more than a few', async () => {
  const packOf = open();
  const names = ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b'];
  for (const name of names) await put(name, 10);
  for (const name of names) await packOf(name);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});
