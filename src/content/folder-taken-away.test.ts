import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDiskBlobStore } from '../blobs/disk-blob-store.ts';
import { contentCompiler } from './compile-content.ts';

const folder = await mkdtemp(join(tmpdir(), 'vitrine-taken-away-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Folders for what arrives that were taken away are made anew, for designs and for other bytes', async () => {
  const blobs = await openDiskBlobStore({ folder: join(folder, 'blobs') });
  const incoming = join(folder, 'incoming');
  const compile = await contentCompiler({ blobs, folder: incoming, mostBytes: 1_000 });
  await rm(incoming, { recursive: true });
  await rm(join(folder, 'blobs', 'incoming'), { recursive: true });
  const bytes = Buffer.from('{"document":{"id":"0:0","name":"One","type":"DOCUMENT","children":[]}}');
  const { snapshot } = await compile({ bytes }, { organization: '1', caller: 'alice' });
  expect(await blobs.has(snapshot)).toBe(true);
  expect((await blobs.put(Buffer.from('an image'))).sizeBytes).toBe(8);
});
