import type { ByteSource } from './byte-source.ts';
import { PagedReader } from './paged-reader.ts';
import type { Piece } from './selection.ts';

/**
 * The bytes of pieces, in buffers of at most `chunkBytes`: small pieces are gathered, long ranges are read
 * in parts. The buffers are the receiver's own.
 */
export function* assemble(
  pieces: Iterable<Piece>,
  source: ByteSource,
  chunkBytes = 256 * 1024,
): Generator<Buffer> {
  const reader = new PagedReader(source);
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let filled = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const count = Math.min(piece.length - from, chunkBytes - filled);
      chunk.set(pieceSlice(piece, from, count, reader), filled);
      from += count;
      filled += count;
      if (filled < chunkBytes) continue;
      yield chunk;
      chunk = Buffer.allocUnsafeSlow(chunkBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

function pieceSlice(piece: Piece, from: number, count: number, reader: PagedReader): Uint8Array {
  if (piece instanceof Uint8Array) return piece.subarray(from, from + count);
  return reader.bytes(piece.position + from, count);
}
