import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack as packTar } from 'tar-stream';
import type { BlobFault } from '../blobs/blob-fault.ts';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { entryOfBlob } from './blob-entry.ts';
import { type LackingBlob, lackingLine, lackingName } from './lacking-blobs.ts';
import { blobEntryName, manifestName, manifestOf, secretName, tableEntryName } from './manifest.ts';
import type { SpooledInstallation } from './spool-tables.ts';

/** What an archive is made with. */
export interface ArchiveParts {
  readonly blobs: BlobStore;
  readonly now: number;
  /** Hears of each blob that is not in the archive as it was stored; answers what needs it. */
  readonly lacks: (blob: BlobId, fault: BlobFault) => Promise<LackingBlob>;
}

/** The archive as it is read: each blob is opened when its turn comes. */
export function archiveStream(installation: SpooledInstallation, parts: ArchiveParts): Readable {
  const pack = packTar();
  fill(pack, installation, parts).catch((error) => pack.destroy(error));
  return Readable.from(pack, { objectMode: false });
}

async function fill(pack: Pack, installation: SpooledInstallation, parts: ArchiveParts): Promise<void> {
  const { tables, secret } = installation;
  const mtime = new Date(parts.now);
  const add = async (name: string, size: number, bytes: Readable): Promise<void> =>
    pipeline(bytes, pack.entry({ name, size, mtime }));
  const addText = (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    return add(name, bytes.length, Readable.from([bytes]));
  };
  await addText(manifestName, manifestText(installation, parts.now));
  for (const { table, path, sizeBytes } of tables) {
    await add(tableEntryName(table), sizeBytes, createReadStream(path));
  }
  await addText(secretName, secret);
  const lacking = await addBlobs(installation.blobs, parts, add);
  if (lacking.length > 0) await addText(lackingName, lacking.map(lackingLine).join(''));
  pack.finalize();
}

function manifestText({ blobs, ...installation }: SpooledInstallation, now: number): string {
  const there = [...blobs.values()].filter((size) => size !== undefined);
  return JSON.stringify(manifestOf({ ...installation, blobs: there.length }, now));
}

/** Answers what is not in the archive as it was stored. */
async function addBlobs(
  sizes: SpooledInstallation['blobs'],
  { blobs, lacks }: ArchiveParts,
  add: (name: string, size: number, bytes: Readable) => Promise<void>,
): Promise<LackingBlob[]> {
  const lacking: LackingBlob[] = [];
  for (const [id, sizeBytes] of sizes) {
    let fault: BlobFault | undefined = sizeBytes === undefined ? 'missing' : undefined;
    if (sizeBytes !== undefined) {
      const bytes = entryOfBlob({ blobs, id, sizeBytes }, (found) => {
        fault = found;
      });
      await add(blobEntryName(id), sizeBytes, Readable.from(bytes, { objectMode: false }));
    }
    if (fault !== undefined) lacking.push(await lacks(id, fault));
  }
  return lacking;
}
