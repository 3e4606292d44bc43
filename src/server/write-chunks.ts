import type { Writable } from 'node:stream';
import type { Chunks } from '../content/byte-body.ts';

interface Steps {
  /** Runs before the first chunk is written. */
  readonly begin?: () => void;
  /** Runs whenever a chunk was taken. */
  readonly moved?: () => void;
}

/**
 * Writes lent chunks and ends the stream: the next chunk is asked for once the one before is out of its
 * buffer. Stops quietly where the other side went away.
 */
export async function writeChunks(
  chunks: Chunks,
  to: Writable,
  { begin = () => {}, moved = () => {} }: Steps = {},
): Promise<void> {
  let isGone = false;
  let wake = (): void => {};
  to.once('close', () => {
    isGone = true;
    wake();
  });
  let isBegun = false;
  for await (const chunk of chunks) {
    if (!isBegun) begin();
    isBegun = true;
    if (isGone || to.destroyed) return;
    if (chunk.length === 0) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      to.write(chunk, () => resolve());
    });
    moved();
  }
  if (!isGone) to.end();
}
