import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownFiles } from './own-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-own-'));
});
afterEach(() => rm(folder, { recursive: true }));

const nameOf = (place: number): string => `${String(place).padStart(32, '0')}.png`;

test('every file of an earlier run, and every one that was added, may be there', async () => {
  for (const shard of ['00', '01']) await mkdir(join(folder, shard));
  await writeFile(join(folder, '00', nameOf(1)), '');
  await writeFile(join(folder, '01', nameOf(2)), '');
  await writeFile(join(folder, 'no-folder'), '');
  const files = ownFiles(folder);
  files.added(nameOf(3));
  for (const place of [1, 2, 3]) expect(await files.mayHave(nameOf(place))).toBe(true);
  files.added(nameOf(4));
  expect(await files.mayHave(nameOf(4))).toBe(true);
});

test('of the other names nearly none is looked for on the disk', async () => {
  const files = ownFiles(join(folder, 'absent'));
  for (let place = 0; place < 1000; place += 1) files.added(nameOf(place));
  const others = await Promise.all(
    Array.from({ length: 1000 }, (_, place) => files.mayHave(nameOf(1000 + place))),
  );
  expect(others.filter(Boolean).length).toBeLessThan(20);
});

test('where the folder cannot be read, any file may be there', async () => {
  expect(await ownFiles(join(folder, 'a'.repeat(5000))).mayHave(nameOf(1))).toBe(true);
});
