import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { createIn, type DiskFiles, diskFiles } from '../blobs/disk-files.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest, payloadTooLarge } from '../errors.ts';
import { converterOf } from '../import/importers.ts';
import type { Party } from '../processes/turns.ts';
import { type CompileOutcome, type CompileTask, refused } from './compile-answer.ts';
import { answerPathOf, compileFile, withBeside } from './compile-file.ts';
import { compileInWorker, compileLimits, convertInWorker } from './compile-in-worker.ts';
import { filesBeside, type UnpackedImage } from './convert-file.ts';
import { arrive } from './designs-arriving.ts';
import { gatheredWrites } from './gathered-writes.ts';
import { adoptImage, type StoredImage } from './image-bytes.ts';

/** A document that is compiled and stored and belongs to no file yet. */
export interface CompiledContent extends Omit<CompileOutcome, 'refusal' | 'snapshot' | 'images'> {
  readonly snapshot: BlobId;
  /** What the source holds of images. */
  readonly images: readonly StoredImage[];
}

/**
 * `announcedBytes`: the length that the sender announced, so that too much is refused before it comes. `fileKey`: of
 * the file that it is for, where it is known; some formats make the keys of their components of it. `hasTime`: readers go before
 * it, however small it is.
 */
export type Source = (
  | { readonly bytes: Uint8Array }
  | { readonly stream: Readable; readonly announcedBytes?: number | undefined }
) & { readonly fileKey?: FileKey | undefined; readonly hasTime?: boolean };

/**
 * Compiles a source and stores its snapshot. Nothing refers to it yet, so a caller that fails afterwards
 * leaves nothing that anyone could see. Large sources are compiled one after the other, in turns.
 *
 * @throws ApiError 400 for a source that cannot be taken, 413 for one that is too large
 */
export type CompileContent = (source: Source, party: Party) => Promise<CompiledContent>;

const editorTypes = ['figma', 'figjam', 'slides', 'buzz', 'sites', 'make'] as const;

export type EditorType = (typeof editorTypes)[number];

/** The kind of file that a source says it is, where it says one that there is. */
export function editorTypeOf(content: CompiledContent): EditorType | undefined {
  return editorTypes.find((type) => type === content.editorType);
}

/**
 * Up to this size, which takes 40 ms at the worst, an answer is compiled at once; above it in a thread of its own. A
 * design of another format is always converted in one.
 */
const smallSourceBytes = 512 * 1024;

/** `folder` holds sources while they arrive; what an earlier run left there is removed. */
export async function contentCompiler(parts: {
  blobs: BlobStore;
  folder: string;
  mostBytes: number;
  files?: DiskFiles;
}): Promise<CompileContent> {
  const { blobs, folder, mostBytes, files = diskFiles } = parts;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let count = 0;
  return async (source, party) => {
    count += 1;
    const sourcePath = join(folder, `${count}.source`);
    const snapshotPath = join(folder, `${count}.snapshot`);
    const arrived = isLarge(source) ? arrive() : undefined;
    try {
      const spooled = await spool(source, sourcePath, mostBytes, files);
      const design = {
        ...spooled,
        sourcePath,
        snapshotPath,
        fileKey: source.fileKey,
        hasTime: source.hasTime,
      };
      const { refusal, images, snapshot, ...outcome } = await compileDesign(design, mostBytes, party);
      if (refusal !== undefined) throw badRequest(refusal);
      const { id } = await blobs.adopt(snapshotPath, snapshot);
      return { ...outcome, snapshot: id, images: await storeUnpacked(blobs, images) };
    } finally {
      arrived?.();
      const answerPath = answerPathOf(snapshotPath);
      const made = [sourcePath, snapshotPath, answerPath, ...Object.values(filesBeside(answerPath))];
      await Promise.all(made.map((path) => rm(path, { force: true, recursive: true })));
    }
  };
}

/** A design that lies in a file. */
interface SpooledDesign extends CompileTask {
  readonly sizeBytes: number;
  readonly firstBytes: Uint8Array;
  readonly fileKey: FileKey | undefined;
}

/** One of another format is converted first: then it is an answer like any other. */
async function compileDesign(
  { sizeBytes, firstBytes, ...design }: SpooledDesign,
  mostBytes: number,
  party: Party,
): Promise<CompileOutcome> {
  const { snapshotPath, hasTime } = design;
  const isAnswer = converterOf(firstBytes) === undefined;
  const compile = (sourcePath: string, answerBytes: number): Promise<CompileOutcome> => {
    const task = { sourcePath, snapshotPath, hasTime };
    if (answerBytes <= smallSourceBytes && !hasTime) return compileFile(task);
    return compileInWorker(task, compileLimits(answerBytes, mostBytes, !isAnswer), party);
  };
  if (isAnswer) return compile(design.sourcePath, sizeBytes);
  const answerPath = answerPathOf(snapshotPath);
  const converted = await convertInWorker(
    { ...design, answerPath },
    compileLimits(sizeBytes, mostBytes, true),
    party,
  );
  if (converted.refusal !== undefined) return refused(converted.refusal);
  return withBeside(await compile(answerPath, converted.answerBytes), converted);
}

/** Whether it may be one that takes others' time; one that does not tell its size may. */
const isLarge = (source: Source): boolean =>
  ('bytes' in source ? source.bytes.length : (source.announcedBytes ?? Infinity)) > smallSourceBytes;

async function storeUnpacked(blobs: BlobStore, images: readonly UnpackedImage[]): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  for (const image of images) stored.push(await adoptImage(blobs, image));
  return stored;
}

/** White space may stand before what tells a format; more of it than this is no design of a person. */
const firstBytesKept = 64;

/** Written at once: the network brings far smaller pieces. */
const writtenBytes = 256 * 1024;

/** Writes the source to the disk and stops at the limit. Answers its size and its beginning. */
async function spool(source: Source, path: string, mostBytes: number, files: DiskFiles) {
  if ('stream' in source && (source.announcedBytes ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const file = await createIn(path, files);
  let sizeBytes = 0;
  let firstBytes: Uint8Array = new Uint8Array();
  const written = gatheredWrites(file, writtenBytes);
  try {
    for await (const chunk of chunksOf(source)) {
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) throw tooLarge(mostBytes);
      if (firstBytes.length < firstBytesKept)
        firstBytes = Buffer.concat([firstBytes, chunk]).subarray(0, firstBytesKept);
      await written.add(chunk);
    }
    await written.end();
  } finally {
    await file.close();
  }
  return { sizeBytes, firstBytes };
}

/** Leaving the loop early leaves a stream open: the refusal has to travel back on its connection. */
function chunksOf(source: Source): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return 'bytes' in source ? [source.bytes] : source.stream.iterator({ destroyOnReturn: false });
}

function tooLarge(mostBytes: number) {
  const most = `${mostBytes.toLocaleString('en')} bytes`;
  return payloadTooLarge(`The design is larger than ${most}, the limit set by VITRINE_IMPORT_MAX_BYTES.`);
}
