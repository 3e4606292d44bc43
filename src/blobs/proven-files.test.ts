import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOf } from './blob-fault.ts';
import type { BlobId, BlobStore } from './blob-store.ts';
import { openDiskBlobStore } from './disk-blob-store.ts';
import { diskFiles, NoFile } from './disk-files.ts';
import { openFileSource } from './file-source.ts';
import { BlobDamaged } from './object-store.ts';

let folder: string;
let store: BlobStore & { close(): void };
let found: string[];
/** How often a file was opened to be read. */
let opened: number;

const open = (restMs: number) =>
  openDiskBlobStore({
    folder,
    restMs,
    found: (id, fault) => found.push(`${fault} ${id}`),
    files: {
      ...diskFiles,
      open: (path) => {
        opened += 1;
        return diskFiles.open(path);
      },
    },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-proven-'));
  found = [];
  opened = 0;
  store = await open(0);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** Stored by an earlier process, as files of a data folder are. */
async function storedBefore(text: string): Promise<{ id: BlobId; path: string }> {
  const { id } = await store.put(Buffer.from(text));
  const path = await store.localPath(id);
  store.close();
  store = await open(0);
  return { id, path };
}

const isRefused = (id: BlobId) =>
  store.localPath(id).then(
    () => false,
    (error) => error instanceof BlobDamaged,
  );

describe('Files of blobs that somebody reads', () => {
  it('are compared a little later, and given to nobody once their bytes are not those of their name', async () => {
    const [whole, changed] = [await storedBefore('whole'), await storedBefore('changed')];
    writeFileSync(changed.path, 'changeD');
    expect(await store.localPath(changed.id)).toBe(changed.path);
    await expect.poll(() => isRefused(changed.id)).toBe(true);
    await store.localPath(whole.id);
    await expect.poll(() => opened).toBe(2);
    await store.localPath(whole.id);
    expect(found).toEqual([`changed ${changed.id}`]);
    expect(await isRefused(changed.id)).toBe(true);
    expect(opened).toBe(2);
  });

  it('are compared again where they became others, and right again once the same bytes are stored', async () => {
    const { id, path } = await storedBefore('bytes');
    await store.localPath(id);
    await expect.poll(() => opened).toBe(1);
    writeFileSync(path, 'other');
    utimesSync(path, 1, 1);
    await store.localPath(id);
    await expect.poll(() => isRefused(id)).toBe(true);
    await store.put(Buffer.from('bytes'));
    expect(await store.localPath(id)).toBe(path);
    writeFileSync(path, 'third');
    utimesSync(path, 2, 2);
    await expect.poll(() => isRefused(id)).toBe(true);
    expect(found).toEqual([`changed ${id}`, `changed ${id}`]);
  });

  it('are taken as they are where this process has stored them', async () => {
    const { id } = await store.put(Buffer.from('bytes'));
    const other = await storedBeforeBy(store, 'other');
    await store.localPath(id);
    await store.localPath(other);
    await expect.poll(() => opened).toBe(1);
    expect(found).toEqual([]);
  });

  it('are not missed where they were deleted before their turn, and told once where somebody needs them', async () => {
    const { id, path } = await storedBefore('deleted');
    const next = await storedBefore('next');
    await store.localPath(id);
    rmSync(path);
    await store.localPath(next.id);
    await expect.poll(() => opened).toBe(1);
    expect(found).toEqual([]);
    for (const _ of [1, 2]) await expect(store.prove?.(id)).rejects.toThrow(BlobDamaged);
    expect(found).toEqual([`missing ${id}`]);
    await store.put(Buffer.from('deleted'));
    rmSync(path);
    await expect(store.prove?.(id)).rejects.toThrow(BlobDamaged);
    expect(found).toEqual([`missing ${id}`, `missing ${id}`]);
  });
});

/** As if an earlier process had: what is known of it is forgotten. */
async function storedBeforeBy(store: BlobStore, text: string): Promise<BlobId> {
  const { id } = await store.put(Buffer.from(text));
  const path = await store.localPath(id);
  utimesSync(path, 3, 3);
  return id;
}

describe.runIf(process.platform === 'linux')('In the place of a blob', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const places: [what: string, put: (path: string) => unknown, isMended: boolean][] = [
    ['a pipe', (path) => execFileSync('mkfifo', [path]), true],
    ['a folder', (path) => mkdirSync(path), false],
    [
      'a link to a pipe',
      (path) => [execFileSync('mkfifo', [`${path}.pipe`]), symlinkSync(`${path}.pipe`, path)],
      true,
    ],
    [
      'a socket',
      async (path) => {
        // The whole path of a socket has a hundred characters at most.
        const at = process.cwd();
        process.chdir(dirname(path));
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(path.slice(dirname(path).length + 1), resolve));
        process.chdir(at);
        ends.push(() => new Promise((resolve) => server.close(resolve)));
      },
      true,
    ],
  ];
  it.each(places)('%s is one that is damaged, for whoever reads it', async (_what, put, isMended) => {
    const { id, path } = await storedBefore('bytes');
    rmSync(path);
    await put(path);
    expect(await isRefused(id)).toBe(true);
    for (const read of [store.read, store.prove as NonNullable<BlobStore['prove']>])
      expect(await read(id).then(() => 'right', faultOf)).toBe('changed');
    expect(() => openFileSource(path)).toThrow();
    expect(await Array.fromAsync(store.list())).toEqual([]);
    expect(found).toEqual([`changed ${id}`]);
    const stored = await store.put(Buffer.from('bytes')).catch(() => undefined);
    expect(stored !== undefined).toBe(isMended);
    if (isMended) expect(await store.localPath(id)).toBe(path);
  });

  it('a link that leads nowhere is one that is missing, and so is a file in the place of its folder', async () => {
    const linked = await storedBefore('linked');
    const [circle, beside] = [await storedBefore('circle'), await storedBefore('beside')];
    rmSync(linked.path);
    symlinkSync(join(folder, 'nowhere'), linked.path);
    rmSync(circle.path);
    symlinkSync(circle.path, circle.path);
    const outer = join(folder, beside.id.slice(0, 2));
    rmSync(outer, { recursive: true });
    writeFileSync(outer, '');
    for (const { id } of [linked, circle, beside]) {
      expect(await store.has(id)).toBe(false);
      expect(await store.localPath(id).catch(faultOf)).toBe('missing');
    }
    expect(await Array.fromAsync(store.list())).toEqual([]);
  });

  it('a pipe keeps nobody waiting who opened the file before', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => openFileSource(path)).toThrow(NoFile);
  });
});
