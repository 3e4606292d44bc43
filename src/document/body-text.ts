import { atOnce } from './run-at-once.ts';
import type { Body } from './selection.ts';
import type { Snapshot } from './snapshot.ts';

const stepBytes = 1024 * 1024;

/** The bytes of a part of a snapshot's document, so many in a step. */
export function* bytesOfBody({ source }: Pick<Snapshot, 'source'>, body: Body): Generator<void, Buffer> {
  const bytes = Buffer.allocUnsafe(body.sizeBytes);
  let filled = 0;
  for (const piece of body.pieces()) {
    for (let from = 0; from < piece.length; from += stepBytes) {
      const length = Math.min(stepBytes, piece.length - from);
      const some =
        piece instanceof Uint8Array
          ? piece.subarray(from, from + length)
          : source.read(piece.position + from, length);
      bytes.set(some, filled);
      filled += length;
      if (length === stepBytes) yield;
    }
  }
  return bytes;
}

/** A part of a snapshot's document as text, read at once. */
export const textOfBody = (snapshot: Pick<Snapshot, 'source'>, body: Body): string =>
  atOnce(bytesOfBody(snapshot, body)).toString('utf8');
