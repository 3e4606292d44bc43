import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { openDiskBlobStore } from '../blobs/disk-blob-store.ts';
import { documentBody, gather } from './byte-body.ts';
import { contentCompiler } from './compile-content.ts';
import { storePatched } from './patched-content.ts';
import { type SnapshotShelf, snapshotShelf } from './snapshot-shelf.ts';

let folder: string;
let blobs: BlobStore;
let first: BlobId;
let shelf: SnapshotShelf;
const nothing = Buffer.alloc(0);
const source = '{"document":{"id":"0:0","type":"DOCUMENT","width":100,"height":200}}';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-patched-'));
  blobs = await openDiskBlobStore({ folder: join(folder, 'blobs') });
  const compile = await contentCompiler({ blobs, folder: join(folder, 'incoming'), mostBytes: 1_000 });
  ({ snapshot: first } = await compile(
    { bytes: Buffer.from(source) },
    { organization: '1', caller: 'alice' },
  ));
  shelf = snapshotShelf(blobs);
});

afterEach(async () => {
  shelf.close();
  await rm(folder, { recursive: true, force: true });
});

async function text(id: BlobId): Promise<string> {
  const shelved = await shelf.open(id);
  return (await gather(documentBody(shelved.snapshot.subtree(0, {}), shelved, nothing, nothing))).toString();
}

async function changed(id: BlobId, before: string, after: string) {
  const shelved = await shelf.open(id);
  const { prefix } = shelved.snapshot;
  const position = prefix.position + source.indexOf(before);
  return storePatched(blobs, shelved, [{ position, length: before.length, bytes: Buffer.from(after) }]);
}

test('a change lies over the change before, and each state stays readable', async () => {
  const second = await changed(first, '100', '7');
  const third = await changed(second.snapshot, '200', '12345');
  const fourth = await changed(third.snapshot, '100', '8.5');
  expect([second.base, third.base, fourth.base]).toEqual([first, first, first]);
  const numbers = async (id: BlobId) => (await text(id)).match(/\d[\d.]*(?=[,}])/g);
  expect(await numbers(first)).toEqual(['100', '200']);
  expect(await numbers(second.snapshot)).toEqual(['7', '200']);
  expect(await numbers(third.snapshot)).toEqual(['7', '12345']);
  expect(await numbers(fourth.snapshot)).toEqual(['8.5', '12345']);
});

test('a change that lies in memory leaves a shelf of too many bytes, and comes back when it is asked for', async () => {
  const second = await changed(first, '100', '7');
  shelf.close();
  shelf = snapshotShelf(blobs, { mostOpen: 9, mostOverlayBytes: 0 });
  const [over, base] = [await shelf.open(second.snapshot), await shelf.open(first)];
  expect(await shelf.open(first)).toBe(base);
  expect(await shelf.open(second.snapshot)).not.toBe(over);
});
