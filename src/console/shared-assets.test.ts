import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openDiskBlobStore } from '../blobs/disk-blob-store.ts';
import { referencedBlobs } from '../blobs/referenced-blobs-store.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { assetOf } from './console-files.ts';
import { findSharedAsset, keepAssets, shareAssets } from './shared-assets.ts';

const dayMs = 24 * 3_600_000;
const filesOf = (texts: Readonly<Record<string, string>>) => ({
  assets: new Map(Object.entries(texts).map(([name, text]) => [name, assetOf(name, Buffer.from(text))])),
});
const older = filesOf({ 'index-1.js': 'one', 'both-1.css': 'both', 'empty-1.js': '' });
const newer = filesOf({ 'index-2.js': 'two', 'both-1.css': 'both' });

onBothEngines('What pages of two versions load', (openEmpty) => {
  let folder: string;
  let blobs: BlobStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-shared-assets-'));
    blobs = await openDiskBlobStore({ folder });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = async () => ({ blobs, database: (await openMigrated(openEmpty)).database });

  const textsOf = async (parts: Awaited<ReturnType<typeof open>>, names: readonly string[], now = 0) =>
    Promise.all(
      names.map(async (name) => {
        const found = await findSharedAsset(parts, name, now);
        return found && [found.bytes.toString(), found.contentType.split(';')[0]];
      }),
    );

  it('is found by servers of both, and nothing else is', async () => {
    const parts = await open();
    await shareAssets({ ...parts, console: older }, 1);
    await shareAssets({ ...parts, console: newer }, 2);
    expect(await textsOf(parts, ['index-1.js', 'both-1.css', 'empty-1.js', 'index-2.js'])).toEqual([
      ['one', 'text/javascript'],
      ['both', 'text/css'],
      ['', 'text/javascript'],
      ['two', 'text/javascript'],
    ]);
    expect(await textsOf(parts, ['index-3.js', '../index-1.js', 'index-1', ''])).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('is answered also where this version does not know files of that kind', async () => {
    const parts = await open();
    await shareAssets({ ...parts, console: filesOf({ 'index-3.kind-to-come': 'three' }) }, 1);
    expect(await textsOf(parts, ['index-3.kind-to-come'])).toEqual([['three', 'application/octet-stream']]);
  });

  it('is stored once, however many servers have it', async () => {
    const parts = await open();
    for (let server = 0; server < 3; server += 1) await shareAssets({ ...parts, console: older }, server);
    expect((await Array.fromAsync(blobs.list())).length).toBe(1);
    await shareAssets({ ...parts, console: newer }, 3);
    const stored = (await Array.fromAsync(blobs.list())).map(({ id }) => blobs.sizeOf(id));
    expect((await Promise.all(stored)).sort()).toEqual(['two'.length, 'oneboth'.length]);
  });

  it('is shared by two servers that start in the same moment', async () => {
    const parts = await open();
    const both = Promise.withResolvers<void>();
    let putting = 0;
    const put: BlobStore['put'] = async (bytes) => {
      putting += 1;
      if (putting === 2) both.resolve();
      await both.promise;
      return blobs.put(bytes);
    };
    const server = { ...parts, blobs: { ...blobs, put }, console: older };
    await Promise.all([shareAssets(server, 1), shareAssets(server, 1)]);
    expect(await textsOf(parts, ['index-1.js'])).toEqual([['one', 'text/javascript']]);
  });

  it('is noted as seen once a day at the most, and stored no second time however long nobody saw it', async () => {
    const parts = await open();
    await shareAssets({ ...parts, console: older }, 0);
    const seenAt = async (now: number) => {
      await textsOf(parts, ['index-1.js'], now);
      const query = parts.database.selectFrom('console_assets').select('seen_at');
      return (await query.where('name', '=', 'index-1.js').executeTakeFirst())?.seen_at;
    };
    expect([await seenAt(dayMs), await seenAt(dayMs + 1)]).toEqual([0, dayMs + 1]);
    const put = () => Promise.reject(new Error('It is stored already.'));
    await keepAssets({ ...parts, blobs: { ...blobs, put }, console: older }, 90 * dayMs);
    expect(await seenAt(90 * dayMs)).toBe(90 * dayMs);
  });

  it('is kept as long as a server or a page has it, and a month more', async () => {
    const parts = await open();
    await shareAssets({ ...parts, console: older }, 0);
    await textsOf(parts, ['index-1.js'], 20 * dayMs);
    await keepAssets({ ...parts, console: newer }, 31 * dayMs);
    expect(
      (await textsOf(parts, ['index-1.js', 'empty-1.js', 'both-1.css'], 31 * dayMs)).map(Boolean),
    ).toEqual([true, false, true]);
    expect(await referencedBlobs(parts.database)).toHaveLength(2);
    await keepAssets({ ...parts, console: newer }, 90 * dayMs);
    expect((await textsOf(parts, ['index-1.js', 'index-2.js'], 90 * dayMs)).map(Boolean)).toEqual([
      false,
      true,
    ]);
  });
});
