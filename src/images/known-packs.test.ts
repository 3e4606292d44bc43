import { beforeEach, expect, test } from 'vitest';
import type { BlobId } from '../blobs/blob-store.ts';
import { knownPacks } from './known-packs.ts';

let asked: (readonly string[])[];
beforeEach(() => {
  asked = [];
});

/** Packs of two images each: `a1` and `a2` lie in the pack `a`. */
const open = () =>
  knownPacks(async (names) => {
    asked.push(names);
    const blobs = new Set(names.filter((name) => name !== 'nowhere').map((name) => name.slice(0, -1)));
    return [...blobs].map((blob) => ({
      blob: blob as BlobId,
      usedAt: 7,
      object: `object of ${blob}`,
      sizeBytes: 30,
      places: [
        [`${blob}1`, 0, 10],
        [`${blob}2`, 10, 20],
      ],
    }));
  });

test('the first question for an image brings where its neighbours lie', async () => {
  const packs = open();
  expect(packs.peek('a2')).toBeUndefined();
  expect(await packs.find('a1')).toEqual({
    pack: { blob: 'a', usedAt: 7, place: { object: 'object of a', sizeBytes: 30 } },
    start: 0,
    length: 10,
  });
  expect(packs.peek('a2')).toMatchObject({ start: 10, length: 20 });
  expect(await packs.find('a2')).toBe(packs.peek('a2'));
  expect(asked).toEqual([['a1']]);
});

test('images that are asked for at once are asked for together, and neighbours of the first not at all', async () => {
  const packs = open();
  const names = ['a1', 'a2', 'b1', 'b2', 'c1', 'nowhere'];
  const found = await Promise.all(names.map((name) => packs.find(name)));
  expect(found.map((place) => place?.pack.blob)).toEqual(['a', 'a', 'b', 'b', 'c', undefined]);
  expect(asked).toEqual([['a1'], ['b1', 'b2', 'c1', 'nowhere']]);
});

test('a pack that is lost is asked for again, and so is an image that none had', async () => {
  const packs = open();
  await packs.find('a1');
  packs.forget('a' as BlobId);
  expect(packs.peek('a1')).toBeUndefined();
  for (const name of ['a1', 'nowhere', 'nowhere']) await packs.find(name);
  expect(asked).toEqual([['a1'], ['a1'], ['nowhere'], ['nowhere']]);
});

test('no more than a few packs are remembered', async () => {
  const packs = open();
  for (let pack = 0; pack <= 16; pack += 1) await packs.find(`${pack}x1`);
  expect(packs.peek('0x1')).toBeUndefined();
  for (let pack = 1; pack <= 16; pack += 1) expect(packs.peek(`${pack}x1`)).toBeDefined();
});
