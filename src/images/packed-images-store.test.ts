import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobId } from '../contract/branded-ids.ts';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { forgetUnusedPacks, notePackedUse, placePacked } from './packed-images-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = 100 * dayMs;

describe('Packs of images', () => {
  let sqlite: Awaited<ReturnType<typeof openSqliteForTest>>;
  beforeEach(async () => {
    sqlite = await openSqliteForTest();
  });
  afterEach(() => sqlite.remove());

  const place = (name: string, blob: string, usedAt: number, length = 50) =>
    placePacked(sqlite.database, [{ name, blob: blob as BlobId, start: 0, length, used_at: usedAt }]);
  const rows = () => sqlite.database.selectFrom('packed_images').selectAll().orderBy('name').execute();
  const packs = async () => [...new Set((await rows()).map(({ blob }) => blob as string))].sort();

  /** Three packs of a hundred bytes, the first of which was used last. */
  async function placeThree(): Promise<void> {
    await place('1', 'first', now - 30 * dayMs);
    await place('2', 'first', now - 1 * hourMs);
    await place('3', 'second', now - 2 * hourMs, 100);
    await place('4', 'third', now - 3 * hourMs, 100);
  }

  it.each([
    ['stay, as long as they are within their budget', 300, ['first', 'second', 'third']],
    ['that were used longest ago go where they are beyond it', 299, ['first', 'second']],
    ['make room down to nine tenths of it', 205, ['first']],
    ['go all where there is none', 0, []],
  ])('%s', async (_what, budget, left) => {
    await placeThree();
    await forgetUnusedPacks(sqlite.database, budget, now);
    expect(await packs()).toEqual(left);
  });

  it('go, with all their images, once none of these was used for 31 days', async () => {
    await placeThree();
    const lastUse = now - 2 * hourMs;
    await forgetUnusedPacks(sqlite.database, 1e9, lastUse + 31 * dayMs);
    expect(await packs()).toEqual(['first', 'second']);
    await forgetUnusedPacks(sqlite.database, 1e9, lastUse + 31 * dayMs + 1);
    expect((await rows()).map(({ name }) => name)).toEqual(['1', '2']);
  });

  it('of two servers that drew the same image have it where the first one put it', async () => {
    expect([await place('1', 'first', 1), await place('1', 'second', 2)]).toEqual([1, 0]);
    expect(await packs()).toEqual(['first']);
  });

  it('are noted to be in use once an hour', async () => {
    await place('1', 'first', now);
    const usedAt = async (at: number) => {
      await notePackedUse(sqlite.database, ['1'], at);
      return (await rows())[0]?.used_at;
    };
    expect(await usedAt(now + hourMs)).toBe(now);
    expect(await usedAt(now + hourMs + 1)).toBe(now + hourMs + 1);
  });
});
