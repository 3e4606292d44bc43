import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { gather } from '../content/byte-body.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { type RenderOutcome, smallImageBytes } from './render-task.ts';
import { renderedFiles } from './rendered-files.ts';
import { receiveImages, sendImages } from './sent-images.ts';

const imageOf = (sizeBytes: number) =>
  ({ contentType: 'image/png', width: 1, height: 1, sizeBytes, notDrawn: [], substitutions: [] }) as never;

it('Images that another process has drawn are kept byte for byte, small and large ones, each from its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sent-'));
  const log = pino({ level: 'silent' });
  const files = renderedFiles({ folder, mostBytes: 1e9, now: Date.now, log });
  const pictures = [100, smallImageBytes + 1, 200].map((sizeBytes, at) => Buffer.alloc(sizeBytes, at + 1));
  const blob = join(folder, 'blob');
  await writeFile(blob, Buffer.concat(pictures));
  let start = 0;
  const images = pictures.map(({ length: sizeBytes }, at) => {
    const image = { name: `a${at}.png`, outcome: imageOf(sizeBytes), start };
    start += sizeBytes;
    return image;
  });
  const blobs = { put: () => Promise.reject(new Error('nothing is sent')), localPath: async () => blob };
  await receiveImages({ blobs, files }, { blob: 'blob' as BlobId, images });
  const kept = images.map(async ({ name }) => gather((await files.read(name))!));
  expect((await Promise.all(kept)).map((bytes, at) => bytes.equals(pictures[at]!))).toEqual([
    true,
    true,
    true,
  ]);
  expect(images.map(({ name }) => existsSync(files.pathOf(name)))).toEqual([false, true, false]);
  await files.settled();
  await rm(folder, { recursive: true });
});

it('Images that were drawn for another process are where all find them once they are sent, in the blob that is sent', async () => {
  const { database, remove } = await openSqliteForTest();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sent-'));
  const files = renderedFiles({ folder, mostBytes: 1e9, now: Date.now, log: pino({ level: 'silent' }) });
  const outcomes = new Map([
    ['a.png', imageOf(100)],
    ['b.png', imageOf(50)],
  ]);
  for (const [at, name] of [...outcomes.keys()].entries())
    files.added(name, 100 - 50 * at, Buffer.alloc(100 - 50 * at, at), true);
  let stored: Buffer | undefined;
  const blobs = {
    put: async (bytes: unknown) => {
      stored = bytes as Buffer;
      return { id: 'blob', sizeBytes: 150 } as never;
    },
    localPath: () => Promise.reject(new Error('nothing is received')),
  };
  await sendImages({ blobs, files, database, now: () => 7 }, outcomes);
  expect(stored).toEqual(Buffer.concat([Buffer.alloc(100, 0), Buffer.alloc(50, 1)]));
  expect(await database.selectFrom('packed_images').selectAll().orderBy('name').execute()).toEqual([
    { name: 'a.png', blob: 'blob', start: 0, length: 100, used_at: 7 },
    { name: 'b.png', blob: 'blob', start: 100, length: 50, used_at: 7 },
  ]);
  await files.settled();
  await rm(folder, { recursive: true });
  await remove();
});

it('Images that made room for others before they were sent are said to be gone, and where there are none nothing is stored', async () => {
  const sqlite = await openSqliteForTest();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => sqlite.remove());
  const log = pino({ level: 'silent' });
  const files = renderedFiles({ folder, mostBytes: 1e9, now: Date.now, log });
  const stored: string[] = [];
  const blobs = {
    put: async (bytes: unknown) => {
      stored.push(String(bytes));
      return { id: 'blob' as BlobId, sizeBytes: 1 };
    },
    localPath: () => Promise.reject(new Error('nothing is received')),
  };
  const parts = { blobs, files, database: sqlite.database, now: () => 7 };
  const drawn = (sizeBytes: number) =>
    ({ contentType: 'image/png', sizeBytes, bytes: Buffer.alloc(1) }) as unknown as RenderOutcome;
  const missing = { reason: 'missing' } as const;
  expect(await sendImages(parts, new Map([['none', missing]]))).toEqual({
    blob: null,
    images: [{ name: 'none', outcome: missing, start: 0 }],
  });
  expect(stored).toEqual([]);

  files.added('first', 3, Buffer.from('one'));
  files.added('third', 5, Buffer.from('three'));
  await mkdir(dirname(files.pathOf('broken')), { recursive: true });
  await writeFile(files.pathOf('broken'), Buffer.alloc(smallImageBytes + 1));
  files.added('broken', smallImageBytes + 1, undefined);
  const read: typeof files.read = async (name) => {
    if (name === 'unread') throw new Error('The disk broke.');
    const body = await files.read(name);
    if (name === 'broken') await rm(files.pathOf(name));
    return body;
  };
  const names = ['first', 'gone', 'unread', 'broken', 'third'];
  const sizes = [3, 3, 3, smallImageBytes + 1, 5];
  const outcomes = new Map(names.map((name, at) => [name, drawn(sizes[at] ?? 0)]));
  const gone = { reason: 'failed', detail: 'The image made room for others at once.' };
  expect(await sendImages({ ...parts, files: { ...files, read } }, outcomes)).toEqual({
    blob: 'blob',
    images: [
      { name: 'first', outcome: { contentType: 'image/png', sizeBytes: 3 }, start: 0 },
      { name: 'gone', outcome: gone, start: 3 },
      { name: 'unread', outcome: gone, start: 3 },
      { name: 'broken', outcome: gone, start: 3 },
      { name: 'third', outcome: { contentType: 'image/png', sizeBytes: 5 }, start: 3 },
    ],
  });
  expect(stored).toEqual(['onethree']);
  await files.settled();
});
