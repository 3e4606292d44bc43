import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { gather } from '../content/byte-body.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { smallImageBytes } from './render-task.ts';
import { renderedFiles } from './rendered-files.ts';
import { receiveImages } from './sent-images.ts';

it('Images that another process has drawn are kept byte for byte, small and large ones, each from its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sent-'));
  const log = pino({ level: 'silent' });
  const files = renderedFiles({ folder, mostBytes: 1e9, now: Date.now, log });
  const pictures = [100, smallImageBytes + 1, 200].map((sizeBytes, at) => Buffer.alloc(sizeBytes, at + 1));
  const blob = join(folder, 'blob');
  await writeFile(blob, Buffer.concat(pictures));
  let start = 0;
  const images = pictures.map(({ length: sizeBytes }, at) => {
    const outcome = {
      contentType: 'image/png',
      width: 1,
      height: 1,
      sizeBytes,
      notDrawn: [],
      substitutions: [],
    };
    const image = { name: `a${at}.png`, outcome: outcome as never, start };
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
