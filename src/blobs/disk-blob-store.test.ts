import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runScript } from '../testing/postgres-script.ts';
import { blobStoreSuite } from './blob-store.suite.ts';
import type { BlobStore } from './blob-store.ts';
import { BlobNotStored, openDiskBlobStore } from './disk-blob-store.ts';
import { type DiskFiles, diskFiles, type WrittenFile } from './disk-files.ts';

blobStoreSuite('Blobs on disk', (folder) => openDiskBlobStore({ folder }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const changing = ['create', 'reopen', 'rename', 'mkdir', 'syncFolder'] as const;

/** The real files, with a word before each step that changes the disk. */
function watched(before: (step: string) => void): DiskFiles {
  const say =
    (step: string, work: (...paths: string[]) => Promise<unknown>) =>
    async (...paths: string[]) => {
      before(`${step} ${paths.map((path) => relative(folder, path) || '.').join(' → ')}`);
      const made = await work(...paths);
      return step === 'create' || step === 'reopen' ? watchedFile(made as WrittenFile, before) : made;
    };
  const steps = changing.map((step) => [step, say(step, diskFiles[step] as never)]);
  return { ...diskFiles, ...Object.fromEntries(steps) };
}

function watchedFile(file: WrittenFile, before: (step: string) => void): WrittenFile {
  const spoken = (step: 'write' | 'sync') => async (bytes?: Uint8Array) => {
    before(step);
    await file[step](bytes as Uint8Array);
  };
  return { ...file, write: spoken('write'), sync: spoken('sync') };
}

const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });
const ids = async (store: BlobStore) => (await Array.fromAsync(store.list())).map(({ id }) => id);

test('a file is on the disk before it has its name, and the name before the answer', async () => {
  const steps: string[] = [];
  const store = await openDiskBlobStore({
    folder: join(folder, 'b'),
    files: watched((step) => steps.push(step)),
  });
  steps.length = 0;
  const { id } = await store.put(Buffer.from('bytes'));
  const [outer, inner] = [`b/${id.slice(0, 2)}`, `b/${id.slice(0, 2)}/${id.slice(2, 4)}`];
  const temporary = steps[0]?.replace('create ', '');
  expect(steps).toEqual([
    `create ${temporary}`,
    'write',
    'sync',
    `mkdir ${outer}`,
    'syncFolder b',
    `mkdir ${inner}`,
    `syncFolder ${outer}`,
    `rename ${temporary} → ${inner}/${id}`,
    `syncFolder ${inner}`,
  ]);
});

const big = Buffer.alloc(5 << 20, 'x');

test('a disk that is full at any step leaves nothing half-written, and says so', async () => {
  let step = 0;
  let failAt = Number.POSITIVE_INFINITY;
  const files = watched(() => {
    step += 1;
    if (step === failAt) throw failure('ENOSPC');
  });
  const store = await openDiskBlobStore({ folder, files });
  await store.put(Buffer.from('stored before'));
  const before = await ids(store);
  for (failAt = 1; ; failAt += 1) {
    step = 0;
    const refusal = await store.put(big).catch((error) => error);
    if (!(refusal instanceof Error)) break;
    expect(refusal).toBeInstanceOf(BlobNotStored);
    expect(refusal.message).toBe('The disk is full; the file was not stored.');
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    const last = step > 0 && (await ids(store)).length > before.length;
    if (!last) expect(await ids(store)).toEqual(before);
  }
  expect(failAt).toBeGreaterThan(10);
  expect(await ids(store)).toHaveLength(2);
});

test('a file that cannot be taken over stays where it was', async () => {
  const store = await openDiskBlobStore({
    folder: join(folder, 'b'),
    files: watched((step) => {
      if (step.startsWith('rename')) throw failure('EIO');
    }),
  });
  const path = join(folder, 'finished');
  writeFileSync(path, 'finished');
  await expect(store.adopt(path)).rejects.toBeInstanceOf(BlobNotStored);
  expect(existsSync(path)).toBe(true);
  expect(await ids(store)).toEqual([]);
});

test('a file of another disk is copied', async () => {
  const path = join(folder, 'finished');
  writeFileSync(path, 'finished');
  const store = await openDiskBlobStore({
    folder: join(folder, 'b'),
    files: watched((step) => {
      if (step.startsWith('rename finished')) throw failure('EXDEV');
    }),
  });
  const { id } = await store.adopt(path);
  expect(id).toBe(createHash('sha256').update('finished').digest('hex'));
  expect(await ids(store)).toEqual([id]);
  expect(existsSync(path)).toBe(false);
});

test('opening removes what an earlier run left unfinished, and nothing else', async () => {
  const store = await openDiskBlobStore({ folder });
  const { id } = await store.put(Buffer.from('whole'));
  writeFileSync(join(folder, 'incoming', '1-1'), 'half');
  mkdirSync(join(folder, 'note'));
  const again = await openDiskBlobStore({ folder });
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  expect(await ids(again)).toEqual([id]);
});

test('the time of a blob is the clock’s, and starts anew when the bytes are stored again', async () => {
  let time = 1_000;
  const store = await openDiskBlobStore({ folder, now: () => time });
  await store.put(Buffer.from('bytes'));
  expect((await Array.fromAsync(store.list()))[0]?.storedAt).toBe(1_000);
  time = 2_000;
  await store.put(Buffer.from('bytes'));
  expect((await Array.fromAsync(store.list()))[0]?.storedAt).toBe(2_000);
});

test('after kill −9 every answered blob is whole', async () => {
  const module = JSON.stringify(new URL('./disk-blob-store.ts', import.meta.url).href);
  const writer = runScript(`
    import { openDiskBlobStore } from ${module};
    const store = await openDiskBlobStore({ folder: ${JSON.stringify(folder)} });
    for (let at = 0; ; at += 1) {
      const { id } = await store.put(Buffer.alloc(300_000, 'blob ' + at + ' '));
      process.stdout.write('stored ' + at + ' ' + id + ';');
    }
  `);
  await writer.said('stored 30 ');
  await writer.kill();
  const store = await openDiskBlobStore({ folder });
  const answered = [...writer.output().matchAll(/stored \d+ ([0-9a-f]{64});/g)].map(([, id]) => id as string);
  expect(answered.length).toBeGreaterThan(29);
  const present = await ids(store);
  for (const id of answered) expect(present).toContain(id);
  for (const id of present) {
    const bytes = Buffer.concat(await (await store.read(id)).toArray());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(id);
  }
});
