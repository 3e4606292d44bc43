import type { Secrets } from './secrets.ts';

/** A text is masked up to a place where no secret goes on; without any it is cut behind this many bytes. */
const longestWindow = 1024 * 1024;

/**
 * Masks bytes as they come. They are looked at as Latin-1, which keeps each byte what it is: what is masked is
 * written in ASCII or known by its bytes.
 */
export async function* maskedBytes(
  chunks: AsyncIterable<Uint8Array>,
  mask: Secrets['masked'],
): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const chunk of chunks) {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    waiting += piece;
    const end = mayEndWindow(piece, waiting) ? endOfWindow(waiting) : 0;
    if (end === 0) continue;
    yield Buffer.from(mask(waiting.slice(0, end)), 'latin1');
    waiting = waiting.slice(end);
  }
  if (waiting !== '') yield Buffer.from(mask(waiting), 'latin1');
}

/** What waits is put together and looked through only where its last piece may end it, not once for each piece. */
export const mayEndWindow = (piece: string, waiting: string): boolean =>
  waiting.length > longestWindow || /["\n&]/.test(piece);

/** Behind a value of JSON, else behind a line or a parameter. */
export function endOfWindow(text: string): number {
  for (const delimiter of [',"', '\n', '&']) {
    const found = text.lastIndexOf(delimiter);
    if (found >= 0) return delimiter === '&' ? found : found + 1;
  }
  return text.length > longestWindow ? text.length : 0;
}
