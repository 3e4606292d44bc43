import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blobIdOf } from './blob-id.ts';
import { type BlobId, BlobNotFound, type BlobStore } from './blob-store.ts';

/** Opens a store in an empty folder, which is removed afterwards; a store that keeps files elsewhere ends them in `close`. */
export type OpenBlobStore = (folder: string) => Promise<BlobStore & { close?(): Promise<void> | void }>;

const hashOf = (bytes: Uint8Array): BlobId => blobIdOf(createHash('sha256').update(bytes));
const unknown = hashOf(Buffer.from('never stored'));

/** What every blob store does alike. */
export function blobStoreSuite(name: string, open: OpenBlobStore): void {
  describe(name, () => {
    let folder: string;
    let store: Awaited<ReturnType<OpenBlobStore>>;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-blobs-'));
      store = await open(join(folder, 'blobs'));
    });
    afterEach(async () => {
      await store.close?.();
      rmSync(folder, { recursive: true });
    });

    const bytesOf = async (id: BlobId, range?: { start: number; end: number }): Promise<Buffer> =>
      Buffer.concat(await (await store.read(id, range)).toArray());
    const ids = async (): Promise<string[]> =>
      (await Array.fromAsync(store.list())).map(({ id }) => id).sort();

    const sizes = [0, 1, 65_536, (1 << 20) + 1, 5_000_000];
    test.each(sizes)('%i bytes come back as they went in, named by their hash', async (size) => {
      const bytes = randomBytes(size);
      expect(await store.put(bytes)).toEqual({ id: hashOf(bytes), sizeBytes: size });
      expect(await store.sizeOf(hashOf(bytes))).toBe(size);
      expect((await bytesOf(hashOf(bytes))).equals(bytes)).toBe(true);
    });

    test('a stream is stored like the bytes it brings', async () => {
      const parts = [Buffer.from('one '), Buffer.from('two '), Buffer.from('three')];
      const { id, sizeBytes } = await store.put(Readable.from(parts));
      expect({ id, sizeBytes }).toEqual({ id: hashOf(Buffer.concat(parts)), sizeBytes: 13 });
      expect((await bytesOf(id)).toString()).toBe('one two three');
    });

    test('a stream that breaks off stores nothing and passes its error on', async () => {
      async function* cut() {
        yield Buffer.from('begin');
        throw new Error('hung up');
      }
      await expect(store.put(Readable.from(cut()))).rejects.toThrow('hung up');
      expect(await ids()).toEqual([]);
    });

    test('the same bytes are one blob, also when stored ten times at once', async () => {
      const bytes = Buffer.from('the same');
      const stored = await Promise.all(Array.from({ length: 10 }, () => store.put(bytes)));
      expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
      expect(await ids()).toEqual([hashOf(bytes)]);
      expect(await bytesOf(hashOf(bytes))).toEqual(bytes);
    });

    test('what the caller does with its bytes afterwards changes nothing', async () => {
      const bytes = Buffer.from('before');
      const { id } = await store.put(bytes);
      bytes.write('after!');
      expect((await bytesOf(id)).toString()).toBe('before');
    });

    test('a range is read from its first to its last byte', async () => {
      const { id } = await store.put(Buffer.from('0123456789'));
      expect((await bytesOf(id, { start: 2, end: 4 })).toString()).toBe('234');
      expect((await bytesOf(id, { start: 0, end: 0 })).toString()).toBe('0');
      expect((await bytesOf(id, { start: 8, end: 99 })).toString()).toBe('89');
    });

    test('a local path holds the bytes', async () => {
      const { id } = await store.put(Buffer.from('on the disk'));
      expect(readFileSync(await store.localPath(id), 'utf8')).toBe('on the disk');
    });

    test('a finished file is taken over and gone from where it was', async () => {
      const path = join(folder, 'finished');
      writeFileSync(path, 'finished');
      const bytes = Buffer.from('finished');
      expect(await store.adopt(path)).toEqual({ id: hashOf(bytes), sizeBytes: 8 });
      expect(existsSync(path)).toBe(false);
      expect(await bytesOf(hashOf(bytes))).toEqual(bytes);
    });

    const names = [
      unknown,
      '',
      'abc',
      '../../../etc/passwd',
      unknown.toUpperCase(),
      `${unknown}/..`,
      'incoming',
    ];
    test.each(names)('nothing is stored under "%s"', async (text) => {
      const name = text as BlobId;
      await store.put(Buffer.from('something'));
      await expect(store.read(name)).rejects.toBeInstanceOf(BlobNotFound);
      await expect(store.localPath(name)).rejects.toBeInstanceOf(BlobNotFound);
      await expect(store.sizeOf(name)).rejects.toBeInstanceOf(BlobNotFound);
      expect(await store.has(name)).toBe(false);
      await store.delete(name);
      expect(await ids()).toHaveLength(1);
    });

    test('a deleted blob is gone, the others stay', async () => {
      const [first, second] = await Promise.all([store.put(Buffer.from('1')), store.put(Buffer.from('2'))]);
      expect(await store.has(first.id)).toBe(true);
      await store.delete(first.id);
      expect(await store.has(first.id)).toBe(false);
      await expect(store.read(first.id)).rejects.toBeInstanceOf(BlobNotFound);
      expect(await ids()).toEqual([second.id]);
    });

    test('the list names each of three hundred once, with a time', async () => {
      const stored = await Promise.all(
        Array.from({ length: 300 }, (_, at) => store.put(Buffer.from(`blob ${at}`))),
      );
      expect(await ids()).toEqual(stored.map(({ id }) => id).sort());
      for await (const { storedAt } of store.list()) expect(storedAt).toBeGreaterThan(0);
    });
  });
}
