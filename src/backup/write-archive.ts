import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack as packTar } from 'tar-stream';
import type { BlobStore } from '../blobs/blob-store.ts';
import { blobEntryName, manifestName, manifestOf, secretName, tableEntryName } from './manifest.ts';
import type { SpooledInstallation } from './spool-tables.ts';

/** The archive as it is read: each blob is opened when its turn comes. */
export function archiveStream(installation: SpooledInstallation, blobs: BlobStore, now: number): Readable {
  const pack = packTar();
  fill(pack, installation, blobs, now).catch((error) => pack.destroy(error));
  return Readable.from(pack, { objectMode: false });
}

async function fill(
  pack: Pack,
  { schemaVersion, tables, secret, blobs }: SpooledInstallation,
  store: BlobStore,
  now: number,
): Promise<void> {
  const mtime = new Date(now);
  const manifest = JSON.stringify(manifestOf({ schemaVersion, tables, secret, blobs: blobs.size }, now));
  const add = async (name: string, size: number, bytes: Readable): Promise<void> =>
    pipeline(bytes, pack.entry({ name, size, mtime }));
  const addText = (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    return add(name, bytes.length, Readable.from([bytes]));
  };
  await addText(manifestName, manifest);
  for (const { table, path, sizeBytes } of tables) {
    await add(tableEntryName(table), sizeBytes, createReadStream(path));
  }
  await addText(secretName, secret);
  for (const [id, sizeBytes] of blobs) await add(blobEntryName(id), sizeBytes, await store.read(id));
  pack.finalize();
}
