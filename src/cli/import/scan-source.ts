import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { memorySource } from '../../document/byte-source.ts';
import type { Convert } from '../../import/conversion.ts';
import { openDesign } from '../../import/fig/container/open-design.ts';
import { converterOf } from '../../import/importers.ts';
import { readNamedDocument } from '../read-named-file.ts';
import { type ScannedDocument, scanDocument } from './document-scan.ts';

/**
 * What a design on this machine says of itself, whatever its format. One that cannot be read says nothing: the server
 * says what is wrong with it. Which images it shows costs reading all of a file of the editor, and is asked only where
 * there are images to be sent.
 */
export async function scanSource(path: string, asksForImages: boolean): Promise<ScannedDocument> {
  const converter = converterOf(await firstBytesOf(path));
  if (converter === undefined) return scanDocument(createReadStream(path));
  try {
    const bytes = await readNamedDocument(path);
    if (!asksForImages) return { name: openDesign(bytes).name, imageRefs: new Set() };
    return await scanDocument(piecesOf(bytes, await converter()));
  } catch {
    return { name: undefined, imageRefs: new Set() };
  }
}

/** The answer that a design is converted to. */
async function* piecesOf(bytes: Uint8Array, convert: Convert): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  convert(bytes, { out: (piece) => pieces.push(Uint8Array.from(piece)), aside: memorySource });
  yield* pieces;
}

async function firstBytesOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
