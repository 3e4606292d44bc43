import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../document/byte-source.ts';
import { ReadAhead } from '../document/read-ahead.ts';
import type { Body, Piece, SourceRange } from '../document/selection.ts';
import type { HotBytes } from './hot-bytes.ts';
import { beginSlice } from './yielding.ts';

/** Bytes whose length is known before the first of them is made. */
export interface ByteBody {
  readonly sizeBytes: number;
  readonly chunks: () => Chunks;
  /** All of it, where it is in memory anyway; nobody writes to it. */
  readonly whole?: Buffer;
  /** Memory that is its own and goes with it; where nothing is said, that of the chunks on their way. */
  readonly heldBytes?: number;
}

/** Up to this much of what is in memory goes out at once: what is encrypted before its reader takes it is a copy. */
export const pieceBytes = 64 * 1024;

/** A body of bytes that are in memory; of those that are kept for everybody only what is on its way is its own. */
export function bytesBody(whole: Buffer, { isKept = false } = {}): ByteBody {
  const heldBytes = isKept ? Math.min(pieceBytes, whole.length) : whole.length;
  return { sizeBytes: whole.length, chunks: () => slices(whole, pieceBytes), whole, heldBytes };
}

/** A body that was made in parts. */
export function partsBody(parts: readonly Buffer[]): ByteBody {
  if (parts.length === 1) return bytesBody(parts[0] as Buffer);
  const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0);
  return { sizeBytes, chunks: () => parts, heldBytes: sizeBytes };
}

/** A chunk is lent: its buffer is filled anew once the next one is asked for. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The whole body in one piece, which nobody may write to. */
export async function gather(body: ByteBody): Promise<Buffer> {
  if (body.whole !== undefined) return body.whole;
  const bytes = Buffer.allocUnsafeSlow(body.sizeBytes);
  let filled = 0;
  for await (const chunk of body.chunks()) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return bytes.subarray(0, filled);
}

/** A snapshot and the local file it is read from. */
interface OpenedFile {
  readonly snapshot: { readonly source: ByteSource };
  readonly path: string;
}

const chunkBytes = 256 * 1024;
/** Of bytes that are in memory anyway; encryption copies one slice at a time. */
const sliceBytes = 256 * 1024;
/** Ranges from this size on are read apart, without passing through the gathering buffer. */
const largeRangeBytes = 32 * 1024;

/** `head`, then the pieces of a document body, then `tail`, in chunks that are made while they are sent. */
export function documentBody(body: Body, file: OpenedFile, head: Uint8Array, tail: Uint8Array): ByteBody {
  return {
    sizeBytes: head.length + body.sizeBytes + tail.length,
    chunks: () => documentChunks(body, file, head, tail),
  };
}

async function* documentChunks(
  body: Body,
  file: OpenedFile,
  head: Uint8Array,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const reader = new ReadAhead(file.snapshot.source);
  const chunk = takeBuffer();
  let filled = 0;
  const slice = beginSlice();
  for (const piece of piecesBetween(head, body, tail)) {
    if (slice.isOver()) await slice.next();
    if (!(piece instanceof Uint8Array) && piece.length >= largeRangeBytes) {
      if (filled > 0) yield chunk.subarray(0, filled);
      filled = 0;
      yield* fileChunks(file.path, piece.position, piece.length);
      continue;
    }
    for (let from = 0; from < piece.length; ) {
      const room = chunk.subarray(filled, filled + piece.length - from);
      if (piece instanceof Uint8Array) room.set(piece.subarray(from, from + room.length));
      else reader.readInto(room, piece.position + from);
      from += room.length;
      filled += room.length;
      if (filled < chunk.length) continue;
      yield chunk;
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
  giveBack(chunk);
}

function* piecesBetween(head: Uint8Array, body: Body, tail: Uint8Array): Generator<Piece> {
  yield head;
  yield* body.pieces();
  yield tail;
}

/** The start of a file of the disk, from memory where it is kept there, then `tail`. */
export function fileBody(path: string, sizeBytes: number, tail: Uint8Array, hot?: HotBytes): ByteBody {
  // Taken now: what is kept may go from memory, and the file from the disk, before the body is read.
  const kept = hot?.peek(path);
  return {
    sizeBytes: sizeBytes + tail.length,
    chunks: () => (kept === undefined ? startOfFile(path, sizeBytes, tail, hot) : startInMemory(kept, tail)),
  };
}

/** The tail, which is short, goes with the last slice; a body of one slice is sent as one piece by who sends it. */
function* startInMemory(start: Buffer, tail: Uint8Array): Generator<Uint8Array> {
  if (start.length + tail.length <= sliceBytes) return yield* [start, tail];
  const lastAt = start.length - (start.length % sliceBytes);
  yield* slices(start.subarray(0, lastAt), sliceBytes);
  yield Buffer.concat([start.subarray(lastAt), tail]);
}

async function* startOfFile(
  path: string,
  sizeBytes: number,
  tail: Uint8Array,
  hot: HotBytes | undefined,
): AsyncGenerator<Uint8Array> {
  const bytes = await hot?.read(path, sizeBytes);
  if (bytes !== undefined) return yield* startInMemory(bytes, tail);
  yield* fileChunks(path, 0, sizeBytes);
  yield tail;
}

function* slices(bytes: Uint8Array, stepBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += stepBytes)
    yield bytes.subarray(start, start + stepBytes);
}

/** A part of a file of the disk. */
export const fileRangeBody = (path: string, start: number, sizeBytes: number): ByteBody => ({
  sizeBytes,
  chunks: () => fileChunks(path, start, sizeBytes),
});

/** A file that is being written. */
export interface GrowingFile {
  open(): Promise<FileHandle>;
  /** Waits until the bytes before `end` are there. */
  until(end: number): Promise<void>;
  /** Fills the target with what lies from there on, and says whether it could, without a look into the file. */
  readUnread?(target: Uint8Array, position: number): boolean;
}

/** One stretch of a file, as far as that has been written and as it goes on, then `tail`. */
export function growingBody(range: SourceRange, file: GrowingFile, tail: Uint8Array): ByteBody {
  return {
    sizeBytes: range.length + tail.length,
    chunks: async function* () {
      yield* fileChunks(file, range.position, range.length);
      yield tail;
    },
  };
}

const atRest = (path: string): GrowingFile => ({ open: () => open(path, 'r'), until: async () => {} });

/** The next chunk is read while the one before is sent. */
async function* fileChunks(
  of: string | GrowingFile,
  position: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const file = typeof of === 'string' ? atRest(of) : of;
  const end = position + length;
  const handle = await file.open();
  const readInto = async (buffer: Buffer, at: number): Promise<Uint8Array> => {
    const wanted = Math.min(buffer.length, end - at);
    await file.until(at + wanted);
    const target = buffer.subarray(0, wanted);
    if (file.readUnread?.(target, at) === true) return target;
    const { bytesRead } = await handle.read(buffer, 0, wanted, at);
    if (bytesRead === 0) throw new Error(`A file ends before offset ${end}.`);
    return buffer.subarray(0, bytesRead);
  };
  const buffers = [takeBuffer(), takeBuffer()] as const;
  let turn = 0;
  let next: Promise<Uint8Array> | undefined = length > 0 ? readInto(buffers[0], position) : undefined;
  try {
    let at = position;
    while (next !== undefined) {
      const chunk = await next;
      at += chunk.length;
      turn += 1;
      next = at < end ? readInto(buffers[turn % 2 === 0 ? 0 : 1], at) : undefined;
      next?.catch(() => {});
      yield chunk;
    }
    for (const buffer of buffers) giveBack(buffer);
  } finally {
    await next?.catch(() => {});
    await handle.close();
  }
}

/**
 * Buffers that are free. New ones for every chunk would make the collector run all the time. Those of an
 * answer that broke off don't come back: something may still be reading them.
 */
const spareBuffers: Buffer[] = [];
const mostSpareBuffers = 16;

const takeBuffer = (): Buffer => spareBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);

function giveBack(buffer: Buffer): void {
  if (spareBuffers.length < mostSpareBuffers) spareBuffers.push(buffer);
}
