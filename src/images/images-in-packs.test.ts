import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobNotFound } from '../blobs/blob-store.ts';
import { BlobDamaged, StoreAway } from '../blobs/object-store.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { postgresMissing } from '../testing/postgres-database.ts';
import { openRestingDatabase, type RestingDatabase } from '../testing/resting-database.ts';
import { type ImagesInPacks, imagesInPacks } from './images-in-packs.ts';
import { placePacked } from './packed-images-store.ts';
import { smallImageBytes } from './render-task.ts';

const hourMs = 3_600_000;
const blob = 'a'.repeat(64) as BlobId;
const bytes = Buffer.concat([Buffer.alloc(100, 1), Buffer.alloc(smallImageBytes + 1, 2)]);

const missing = postgresMissing();
describe.skipIf(missing)(`Images in a pack${missing ? ` (left out: ${missing})` : ''}`, () => {
  let resting: RestingDatabase;
  let folder: string;
  let packs: ImagesInPacks;
  let now: number;
  /** What the store was asked for: the bytes alone, or a copy. */
  let asked: string[];
  /** Why the store has nothing. */
  let failure: Error | undefined;
  /** How often a copy of the pack was said to be in use, and an image to be found. */
  let used: number;
  let found: number;
  beforeEach(async () => {
    resting = await openRestingDatabase();
    folder = await mkdtemp(join(tmpdir(), 'vitrine-in-packs-'));
    [now, asked, failure, used, found] = [hourMs, [], undefined, 0, 0];
    await place(blob);
    packs = opened();
  });
  afterEach(async () => {
    await resting.close();
    await rm(folder, { recursive: true });
  });

  async function place(id: BlobId): Promise<void> {
    await resting.database
      .insertInto('blobs')
      .values({ id, object: `object ${id}`, size_bytes: bytes.length, stored_at: 1 })
      .execute();
    await placePacked(resting.database, [
      { name: 'small', blob: id, start: 0, length: 100, used_at: 0 },
      { name: 'large', blob: id, start: 100, length: smallImageBytes + 1, used_at: 0 },
    ]);
  }

  function opened(stored = bytes): ImagesInPacks {
    const ask = async (what: string): Promise<void> => {
      asked.push(what);
      if (failure !== undefined) throw failure;
    };
    return imagesInPacks({
      database: resting.database,
      blobs: {
        bytesAt: async () => {
          await ask('bytes');
          return stored.length > 1024 * 1024 ? undefined : stored;
        },
        localPath: async () => {
          await ask('copy');
          await writeFile(join(folder, 'copy'), stored);
          return join(folder, 'copy');
        },
        noteUse: () => {
          used += 1;
        },
      },
      now: () => now,
      log: pino({ level: 'silent' }),
      measures: {
        found: () => {
          found += 1;
        },
      },
    });
  }
  const usedAt = async () => {
    const rows = await resting.database
      .selectFrom('packed_images')
      .select(['name', 'used_at'])
      .orderBy('name', 'desc')
      .execute();
    return rows.map(({ used_at }) => used_at);
  };

  it('are read together, and each is itself from then on where it is small', async () => {
    expect(packs.peek('small')).toBeUndefined();
    const [small, large] = await Promise.all([packs.find('small'), packs.find('large')]);
    expect([small, large]).toEqual([bytes.subarray(0, 100), bytes.subarray(100)]);
    expect([packs.peek('small'), packs.peek('large')]).toEqual([bytes.subarray(0, 100), undefined]);
    expect([asked, found, used]).toEqual([['bytes'], 3, 3]);
  });

  it('keep nothing of their neighbours in memory', async () => {
    const small = (await packs.find('small')) as Buffer;
    expect([small.buffer.byteLength, packs.peek('small')?.buffer.byteLength]).toEqual([100, 100]);
  });

  it('larger than is wanted are not brought', async () => {
    expect(await packs.find('large', smallImageBytes)).toBeUndefined();
    expect([asked, found, used]).toEqual([[], 0, 0]);
  });

  it('of more than a megabyte are parts of a copy', async () => {
    const stored = Buffer.alloc(1024 * 1024 + 1);
    const part = { path: join(folder, 'copy'), start: 0, length: 100 };
    packs = opened(stored);
    expect(await packs.find('small')).toEqual(part);
    expect(await packs.find('small')).toEqual(part);
    expect(asked).toEqual(['bytes', 'copy', 'copy']);
  });

  it('are noted as used once an hour, however many of them are read', async () => {
    now = hourMs;
    await packs.find('small');
    expect(await usedAt()).toEqual([0, 0]);
    now = hourMs + 1;
    await packs.find('small');
    expect(await usedAt()).toEqual([hourMs + 1, 0]);
    now = 2 * hourMs;
    await packs.find('large');
    expect(await usedAt()).toEqual([hourMs + 1, 0]);
    now = 2 * hourMs + 2;
    packs.peek('small');
    await expect.poll(usedAt).toEqual([2 * hourMs + 2, 0]);
  });

  it('are given out from memory while the database is gone', async () => {
    await packs.find('small');
    now = 3 * hourMs;
    resting.isGone = true;
    expect(packs.peek('small')).toEqual(bytes.subarray(0, 100));
    await resting.untilAtRest();
  });

  it('are left where they are while the store is away', async () => {
    failure = new StoreAway('Away.');
    expect(await packs.find('small')).toBeUndefined();
    expect([await usedAt(), found, used]).toEqual([[0, 0], 0, 0]);
  });

  it.each([
    ['damaged', new BlobDamaged(blob, undefined)],
    ['lost', new BlobNotFound(blob)],
  ])('that is %s are forgotten, and found where they are stored anew', async (_what, error) => {
    failure = error;
    expect(await packs.find('small')).toBeUndefined();
    expect(await usedAt()).toEqual([]);
    expect(await packs.find('large')).toBeUndefined();
    expect(asked).toEqual(['bytes']);
    failure = undefined;
    await place('b'.repeat(64) as BlobId);
    expect(await packs.find('small')).toEqual(bytes.subarray(0, 100));
  });

  it('stay where they are where something else goes wrong, which is told', async () => {
    failure = new Error('It broke.');
    await expect(packs.find('small')).rejects.toThrow('It broke.');
    expect(await usedAt()).toEqual([0, 0]);
  });
});
