import type { ByteSource } from '../document/byte-source.ts';
import { ReadAhead } from '../document/read-ahead.ts';
import type { Body } from '../document/selection.ts';

/**
 * The bytes of a body, in buffers of at most `chunkBytes`: small pieces are gathered, long ranges are read in
 * parts. The buffers are the receiver's own, and each is made only when it is asked for.
 */
export function* assemble(
  body: Pick<Body, 'sizeBytes' | 'pieces'>,
  source: ByteSource,
  chunkBytes = 256 * 1024,
): Generator<Buffer> {
  const ahead = new ReadAhead(source);
  let left = body.sizeBytes;
  let chunk = Buffer.allocUnsafe(Math.min(chunkBytes, left));
  let filled = 0;
  for (const piece of body.pieces()) {
    for (let from = 0; from < piece.length; ) {
      const count = Math.min(piece.length - from, chunk.length - filled);
      if (piece instanceof Uint8Array) chunk.set(piece.subarray(from, from + count), filled);
      else ahead.readInto(chunk.subarray(filled, filled + count), piece.position + from);
      from += count;
      filled += count;
      if (filled < chunk.length) continue;
      yield chunk;
      left -= filled;
      chunk = Buffer.allocUnsafe(Math.min(chunkBytes, left));
      filled = 0;
    }
  }
}
