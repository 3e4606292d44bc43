import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { gather } from '../content/byte-body.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { smallImageBytes } from './render-task.ts';
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
