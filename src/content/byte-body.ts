import { open } from 'node:fs/promises';
import type { ByteSource } from '../document/byte-source.ts';
import type { Body } from '../document/selection.ts';

/** Bytes whose length is known before the first of them is made. */
export interface ByteBody {
  readonly sizeBytes: number;
  readonly chunks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A snapshot and the local file it is read from. */
interface OpenedFile {
  readonly snapshot: { readonly source: ByteSource };
  readonly path: string;
}

const chunkBytes = 256 * 1024;
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
  let gathered: Uint8Array[] = [head];
  let gatheredBytes = head.length;
  for (const piece of body.pieces()) {
    if (!(piece instanceof Uint8Array) && piece.length >= largeRangeBytes) {
      if (gatheredBytes > 0) yield Buffer.concat(gathered);
      gathered = [];
      gatheredBytes = 0;
      yield* fileChunks(file.path, piece.position, piece.length);
      continue;
    }
    const bytes =
      piece instanceof Uint8Array ? piece : file.snapshot.source.read(piece.position, piece.length);
    gathered.push(bytes);
    gatheredBytes += bytes.length;
    if (gatheredBytes >= chunkBytes) {
      yield Buffer.concat(gathered);
      gathered = [];
      gatheredBytes = 0;
    }
  }
  gathered.push(tail);
  yield Buffer.concat(gathered);
}

/** A whole file of the disk, then `tail`. */
export function fileBody(path: string, sizeBytes: number, tail: Uint8Array): ByteBody {
  return {
    sizeBytes: sizeBytes + tail.length,
    chunks: async function* () {
      yield* fileChunks(path, 0, sizeBytes);
      yield tail;
    },
  };
}

/** The next chunk is read while the one before is sent. */
async function* fileChunks(path: string, position: number, length: number): AsyncGenerator<Uint8Array> {
  const end = position + length;
  const handle = await open(path, 'r');
  const readAt = async (at: number): Promise<Uint8Array> => {
    const wanted = Math.min(chunkBytes, end - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at);
    if (bytesRead === 0) throw new Error(`${path} ends before offset ${end}.`);
    return buffer.subarray(0, bytesRead);
  };
  let next: Promise<Uint8Array> | undefined = length > 0 ? readAt(position) : undefined;
  try {
    let at = position;
    while (next !== undefined) {
      const chunk = await next;
      at += chunk.length;
      next = at < end ? readAt(at) : undefined;
      next?.catch(() => {});
      yield chunk;
    }
  } finally {
    await next?.catch(() => {});
    await handle.close();
  }
}
