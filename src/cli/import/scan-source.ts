import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { wholeSource } from '../../document/document-source.ts';
import { openDesign } from '../../import/fig/container/open-design.ts';
import { detectFormat, readSource } from '../../import/importers.ts';
import { type ScannedDocument, scanDocument } from './document-scan.ts';

/**
 * What a design on this machine says of itself, whatever its format. One that cannot be read says nothing: the server
 * says what is wrong with it. Which images it shows costs reading all of a file of the editor, and is asked only where
 * there are images to be sent.
 */
export async function scanSource(path: string, asksForImages: boolean): Promise<ScannedDocument> {
  if (detectFormat(await firstBytesOf(path)) !== 'fig') return scanDocument(createReadStream(path));
  try {
    const bytes = await readFile(path);
    if (!asksForImages) return { name: openDesign(bytes).name, imageRefs: new Set() };
    const { document, fields } = wholeSource(await readSource(bytes));
    const { imageRefs } = await scanDocument(only(document));
    return { name: fields.name, imageRefs };
  } catch {
    return { name: undefined, imageRefs: new Set() };
  }
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

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
