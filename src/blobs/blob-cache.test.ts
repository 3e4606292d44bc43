import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BlobCache, openBlobCache } from './blob-cache.ts';
import { blobIdOf } from './blob-id.ts';
import type { BlobId } from './blob-store.ts';

const idOf = (text: string): BlobId => blobIdOf(createHash('sha256').update(text));

describe('Copies of blobs', () => {
  let folder: string;
  let elapsedMs: number;
  let keptBytes: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-copies-'));
    elapsedMs = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (mostBytes: number): Promise<BlobCache> =>
    openBlobCache({
      folder,
      mostBytes,
      elapsedMs: () => elapsedMs,
      measures: {
        damaged: () => undefined,
        copies: (bytes) => {
          keptBytes = bytes;
        },
      },
    });
  async function keep(cache: BlobCache, text: string): Promise<BlobId> {
    const path = await cache.newPath();
    await writeFile(path, text);
    await cache.keep(idOf(text), path, text.length);
    elapsedMs += 3_600_000;
    return idOf(text);
  }
  const left = async (cache: BlobCache, texts: readonly string[]): Promise<string[]> => {
    const found = await Promise.all(texts.map((text) => cache.find(idOf(text))));
    return texts.filter((_text, at) => found[at] !== undefined);
  };

  it('that come again are counted once', async () => {
    const cache = await open(100);
    for (let times = 0; times < 3; times += 1) await keep(cache, 'the same');
    expect(keptBytes).toBe('the same'.length);
  });

  it('that were asked for last stay where room is made', async () => {
    const cache = await open(8);
    await keep(cache, 'old 1');
    await keep(cache, 'new');
    await cache.find(idOf('old 1'));
    elapsedMs += 3_600_000;
    await keep(cache, 'one');
    expect(await left(cache, ['old 1', 'new', 'one'])).toEqual(['old 1', 'one']);
  });

  it('of an earlier run go in the order in which they came, and what had not come whole goes at once', async () => {
    const texts = ['text 1', 'text 2', 'text 3', 'text 4'];
    for (const order of [texts, texts.toReversed()]) {
      const earlier = await open(100);
      for (const [at, text] of order.entries()) {
        const id = await keep(earlier, text);
        await utimes(join(folder, id.slice(0, 2), id), at, at);
      }
      await mkdir(join(folder, 'incoming'), { recursive: true });
      await writeFile(join(folder, 'incoming', '1'), 'half of it');
      expect(await left(await open(12), order)).toEqual(order.slice(2));
      expect(await readdir(folder)).not.toContain('incoming');
    }
  });
});
