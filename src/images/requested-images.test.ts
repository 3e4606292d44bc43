import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestedImages } from './requested-images.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-requested-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Images that are asked for by the names of files in the folder; what was asked for, in order. */
function ofFolder() {
  const asked: string[] = [];
  const images = requestedImages((imageRef) => {
    asked.push(imageRef);
    setImmediate(() => images.arrived(imageRef, join(folder, imageRef)));
  });
  return { images, asked };
}

it('an image is asked for by each batch and read from the disk once', async () => {
  const { images, asked } = ofFolder();
  await writeFile(join(folder, 'one'), 'bytes');
  const first = await images.bytes('one');
  await rm(join(folder, 'one'));
  images.forget();
  expect(await images.bytes('one')).toBe(first);
  expect(asked).toEqual(['one', 'one']);
});

it('images are kept up to 8 MB, those that were asked for last', async () => {
  const { images } = ofFolder();
  for (const name of ['a', 'b', 'c']) {
    await writeFile(join(folder, name), Buffer.alloc(3 * 1024 * 1024));
    await images.bytes(name);
    await rm(join(folder, name));
  }
  expect(await images.bytes('c')).toHaveLength(3 * 1024 * 1024);
  expect(await images.bytes('b')).toHaveLength(3 * 1024 * 1024);
  await expect(images.bytes('a')).rejects.toThrow('ENOENT');
});

it('an image whose local copy was deleted is brought again by asking for it', async () => {
  const path = join(folder, 'copy');
  let asked = 0;
  const images = requestedImages(async (imageRef) => {
    asked += 1;
    // Too large to be kept.
    await writeFile(path, Buffer.alloc(9 * 1024 * 1024));
    images.arrived(imageRef, path);
  });
  await images.bytes('one');
  await rm(path);
  expect(await images.bytes('one')).toHaveLength(9 * 1024 * 1024);
  expect(asked).toBe(2);
});
