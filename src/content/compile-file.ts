import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hashed } from '../blobs/blob-store.ts';
import { steadyWrites } from '../blobs/steady-writes.ts';
import { hashed } from '../blobs/write-hashed.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import type { Companions, DocumentWarning, SourceImage } from '../document/document-source.ts';
import { release } from '../document/release-bytes.ts';
import { readSource } from '../import/importers.ts';
import { fillTypeOf } from './image-type.ts';

/** What became of a source; plain data, since it crosses from one thread to another. */
export interface CompileOutcome {
  /** Why the source cannot be taken; then the rest says nothing. */
  readonly refusal: string | undefined;
  /** What was written. */
  readonly snapshot?: Hashed;
  readonly nodeCount: number;
  /** What the source calls the file, where it says. */
  readonly name: string | undefined;
  readonly editorType: string | undefined;
  /** When the design was changed last, where the source says so. */
  readonly changedAt?: number | undefined;
  readonly warnings: readonly DocumentWarning[];
  /** What the source holds beside the document; its images lie in files of their own. */
  readonly companions?: Omit<Companions, 'images'> | undefined;
  readonly images: readonly UnpackedImage[];
}

/** An image of a design that lies in a file of its own until it is stored. */
export interface UnpackedImage {
  readonly imageRef: string;
  readonly contentType: string;
  readonly path: string;
  readonly hashed: Hashed;
}

/** Where the images of a design lie beside its snapshot. */
export const imagesFolderOf = (snapshotPath: string): string => `${snapshotPath}.images`;

export interface CompileTask {
  readonly sourcePath: string;
  readonly snapshotPath: string;
  /** The key of the file that the design is for, where it is known. */
  readonly fileKey?: FileKey | undefined;
  /** Nobody waits for it: whatever else is done goes before. */
  readonly hasTime?: boolean | undefined;
}

/** Reads a source from one file, and writes its snapshot and its images into others, down to the disk. */
export const compileFile = async (task: CompileTask): Promise<CompileOutcome> =>
  compileBytes(await readFile(task.sourcePath), task);

/** The same where the source is read already. The outcome may refer to its bytes. */
export async function compileBytes(
  bytes: Uint8Array,
  { snapshotPath, fileKey }: CompileTask,
): Promise<CompileOutcome> {
  try {
    const { chunks, report, source } = compileSnapshot(await readSource(bytes, fileKey));
    const snapshot = await writeDurably(snapshotPath, chunks);
    // The images are still to be read of the source.
    for (const made of chunks) if (made.buffer !== bytes.buffer) release(made);
    const { images = [], ...companions } = source.companions ?? {};
    const { unpacked, warnings } = await unpackImages(images, imagesFolderOf(snapshotPath));
    return {
      refusal: undefined,
      snapshot,
      nodeCount: report.nodes,
      name: source.fields.name,
      editorType: source.fields.editorType,
      changedAt: source.changedAt,
      warnings: [...report.warnings, ...warnings],
      companions,
      images: unpacked,
    };
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    return { ...nothing, refusal: error.message };
  }
}

const nothing = { nodeCount: 0, name: undefined, editorType: undefined, warnings: [], images: [] };

/** What is no image is left out and named: a design is not refused for one of its pictures. */
async function unpackImages(images: Iterable<SourceImage>, folder: string) {
  const unpacked: UnpackedImage[] = [];
  const warnings: DocumentWarning[] = [];
  for (const { imageRef, bytes } of images) {
    const contentType = await fillTypeOf(bytes);
    if (contentType === undefined) {
      const reason = `The image ${imageRef} is of no known kind; what shows it stays without a picture.`;
      warnings.push({ reason });
      continue;
    }
    if (unpacked.length === 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, String(unpacked.length));
    unpacked.push({ imageRef, contentType, path, hashed: await writeDurably(path, [bytes]) });
  }
  return { unpacked, warnings };
}

/** The bytes are hashed while the disk takes them. */
async function writeDurably(path: string, chunks: readonly Uint8Array[]): Promise<Hashed> {
  const file = await open(path, 'w', 0o600);
  try {
    const write = steadyWrites(file);
    for (const chunk of chunks) await write(chunk);
    const [, hash] = await Promise.all([file.sync(), hashed(chunks)]);
    return hash;
  } finally {
    await file.close();
  }
}
