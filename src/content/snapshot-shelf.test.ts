import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { openDiskBlobStore } from '../blobs/disk-blob-store.ts';
import { readConfig } from '../config.ts';
import { writeOverlay } from '../document/overlay.ts';
import { patchList } from '../document/patches.ts';
import { contentCompiler } from './compile-content.ts';
import { type SnapshotShelf, snapshotShelf } from './snapshot-shelf.ts';

let folder: string;
let blobs: BlobStore;
let id: BlobId;
let ids: BlobId[];
let shelf: SnapshotShelf;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-shelf-'));
  blobs = await openDiskBlobStore({ folder: join(folder, 'blobs') });
  const compile = await contentCompiler({ blobs, folder: join(folder, 'incoming'), mostBytes: 1_000 });
  ids = [];
  for (const name of ['Kept open', 'Second', 'Third', 'Fourth']) {
    const source = `{"document":{"id":"0:0","name":"${name}","type":"DOCUMENT","children":[]}}`;
    const compiled = await compile({ bytes: Buffer.from(source) }, { organization: '1', caller: 'alice' });
    ids.push(compiled.snapshot);
  }
  id = ids[0] as BlobId;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shelf = snapshotShelf(blobs);
});

afterEach(async () => {
  shelf.close();
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

/** How often this process has files of the folder open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

const aMinute = () => vi.advanceTimersByTime(60_000);

test.runIf(process.platform === 'linux')(
  'files are closed once they are idle, also when two opened at once',
  async () => {
    await Promise.all([shelf.open(id), shelf.open(id), shelf.open(id)]);
    expect(openFiles()).toBeGreaterThan(0);
    aMinute();
    expect(openFiles()).toBe(0);
  },
);

test.runIf(process.platform === 'linux')(
  'a reader slower than the idle time goes on reading, and leaves no file open',
  async () => {
    const { snapshot } = await shelf.open(id);
    aMinute();
    await shelf.open(id);
    expect(snapshot.source.read(0, 4)).toHaveLength(4);
    aMinute();
    expect(openFiles()).toBe(0);
  },
);

test.runIf(process.platform === 'linux')(
  'no more files are open than the shelf may keep, and those who read the closed ones go on',
  async () => {
    shelf.close();
    shelf = snapshotShelf(blobs, { mostOpen: 2, mostOverlayBytes: 0 });
    const opened = [];
    for (const one of ids) opened.push(await shelf.open(one));
    expect(openFiles()).toBe(2);
    for (const { snapshot } of [...opened, ...opened]) {
      expect(snapshot.source.read(0, 4)).toHaveLength(4);
      expect(openFiles()).toBe(2);
    }
  },
);

test('the setting says how many snapshots stay on the shelf, and none is refused', async () => {
  shelf.close();
  shelf = snapshotShelf(blobs, { mostOpen: readConfig({ openSnapshots: '1' }, {}).openSnapshots });
  const [first, second] = ids as [BlobId, BlobId];
  const left = await shelf.open(first);
  const kept = await shelf.open(second);
  expect(await shelf.open(second)).toBe(kept);
  expect(await shelf.open(first)).not.toBe(left);
  expect(() => readConfig({ openSnapshots: '0' }, {})).toThrow(/^VITRINE_OPEN_SNAPSHOTS: "0" is not a whole/);
});

test('a difference counts by what it takes in memory, unfolded', async () => {
  shelf.close();
  shelf = snapshotShelf(blobs, { mostOverlayBytes: 1_500_000 });
  const differenceFrom = async (base: BlobId): Promise<BlobId> => {
    const bytes = Buffer.alloc(1_000_000, 'the same ');
    const overlay = await writeOverlay(base, patchList([{ position: 8, length: 1, bytes }]));
    expect(overlay.length).toBeLessThan(50_000);
    return (await blobs.put(Readable.from([overlay]))).id;
  };
  const [first, second] = [await differenceFrom(ids[0]!), await differenceFrom(ids[1]!)];
  const left = await shelf.open(first);
  const kept = await shelf.open(second);
  expect(await shelf.open(second)).toBe(kept);
  expect(await shelf.open(first)).not.toBe(left);
});

test('the snapshot that was used longest ago leaves a full shelf first', async () => {
  shelf.close();
  shelf = snapshotShelf(blobs, { mostOpen: 2, mostOverlayBytes: 0 });
  const [first, second, third] = ids as [BlobId, BlobId, BlobId];
  const kept = await shelf.open(first);
  const left = await shelf.open(second);
  kept.snapshot.source.read(0, 4);
  await shelf.open(third);
  expect(await shelf.open(first)).toBe(kept);
  expect(await shelf.open(second)).not.toBe(left);
});

test('a store of copies hears of those that are read from, every so often, and of no others', async () => {
  const used: BlobId[] = [];
  shelf.close();
  shelf = snapshotShelf({ ...blobs, noteUse: (blob) => used.push(blob) });
  const { snapshot } = await shelf.open(id);
  snapshot.source.read(0, 4);
  vi.advanceTimersByTime(15_000);
  snapshot.source.read(0, 4);
  vi.advanceTimersByTime(15_000);
  expect(used).toEqual([id, id]);
  aMinute();
  expect(used).toEqual([id, id]);
});
