import type { Writable } from 'node:stream';
import type { Chunks } from '../content/byte-body.ts';

interface Steps {
  /** Runs before the first chunk is written. */
  readonly begin?: () => void;
  /** Runs whenever a chunk was taken. */
  readonly moved?: () => void;
  /** How much of the first chunk is written apart, with what `begin` wrote; the rest is not copied then. */
  readonly firstBytes?: number;
  /** Length of all chunks together, where it is known: the last one ends the stream. */
  readonly sizeBytes?: number;
}

/**
 * Writes lent chunks and ends the stream: the next chunk is asked for once the one before is out of its
 * buffer. Stops quietly where the other side went away.
 */
export async function writeChunks(
  chunks: Chunks,
  to: Writable,
  { begin = () => {}, moved = () => {}, firstBytes = 0, sizeBytes = Infinity }: Steps = {},
): Promise<void> {
  let isGone = false;
  let wake = (): void => {};
  to.once('close', () => {
    isGone = true;
    wake();
  });
  let left = sizeBytes;
  let isBegun = false;
  for await (const chunk of chunks) {
    if (!isBegun) begin();
    for (const piece of isBegun ? [chunk] : cutAt(firstBytes, chunk)) {
      if (isGone || to.destroyed) return;
      if (piece.length === 0) continue;
      left -= piece.length;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (left === 0) to.end(piece, () => resolve());
        else to.write(piece, () => resolve());
      });
      moved();
    }
    isBegun = true;
  }
  if (!isGone && left !== 0) to.end();
}

const cutAt = (at: number, chunk: Uint8Array): readonly Uint8Array[] => [
  chunk.subarray(0, at),
  chunk.subarray(at),
];
