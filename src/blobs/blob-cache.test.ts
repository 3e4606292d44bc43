import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type BlobCache, openBlobCache } from './blob-cache.ts';
import { blobIdOf } from './blob-id.ts';
import type { BlobId } from './blob-store.ts';

/** Whether this process has a file open. */
const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`) === path;
    } catch {
      return false;
    }
  });
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

  it('that come while the one of an earlier run is found to be wrong stay', async (test) => {
    if (!existsSync('/proc/self/fd')) return test.skip('what is open cannot be seen here');
    const id = idOf('right');
    const path = join(folder, id.slice(0, 2), id);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await truncate(path, 64 * 1024 * 1024);
    const cache = await open(1e9);
    let isOver = false;
    const found = cache.find(id).finally(() => {
      isOver = true;
    });
    while (!isOpen(path) && !isOver) await nextTurn();
    await keep(cache, 'right');
    expect([isOver, await found]).toEqual([false, undefined]);
    expect(await readFile((await cache.find(id)) ?? '', 'utf8')).toBe('right');
  });

  it('that come from another disk are copied', async (test) => {
    const [here, shared] = [await stat(folder), await stat('/dev/shm').catch(() => undefined)];
    if (shared === undefined || shared.dev === here.dev) return test.skip('no second disk here');
    const elsewhere = await mkdtemp('/dev/shm/vitrine-copies-');
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    const path = join(elsewhere, 'come');
    await writeFile(path, 'come');
    const kept = await (await open(100)).keep(idOf('come'), path, 4);
    expect([await readFile(kept, 'utf8'), await readdir(elsewhere)]).toEqual(['come', []]);
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
