import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandFailed } from '../command.ts';
import { imagesIn } from './image-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('A folder of image fills takes a file by its name without the ending, unless the document names it with its ending', async () => {
  await Promise.all(['a.png', 'b.png', 'c'].map((name) => writeFile(join(folder, name), name)));
  const images = await imagesIn(folder, new Set(['b.png']));
  expect(images.map(({ imageRef }) => imageRef)).toEqual(['a', 'b.png', 'c']);
});

it('A folder of image fills passes over hidden files and folders', async () => {
  await writeFile(join(folder, '.DS_Store'), '');
  await mkdir(join(folder, 'more'));
  expect(await imagesIn(folder, new Set())).toEqual([]);
});

it('A folder of image fills says that a folder is not there', async () => {
  await expect(imagesIn(join(folder, 'no'), new Set())).rejects.toThrow(CommandFailed);
});
