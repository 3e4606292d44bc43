const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Finds where a head of HTTP/1.1, or a body in chunks, may come to its end: behind the first blank line after one that
 * is not. What came before counts, so that a line may come in parts.
 *
 * @returns how many of the bytes stand before that place, or all where it is not among them
 */
export function blankLines(): (bytes: Buffer) => number {
  let line: 'empty' | 'carriage return' | 'filled' = 'empty';
  let isBegun = false;
  return (bytes) => {
    for (let start = 0; ; ) {
      const end = bytes.indexOf(lineFeed, start);
      const length = (end === -1 ? bytes.length : end) - start;
      const isReturn = line === 'empty' && length === 1 && bytes[start] === carriageReturn;
      if (length > 0) line = isReturn ? 'carriage return' : 'filled';
      if (end === -1) return bytes.length;
      start = end + 1;
      const wasBegun = isBegun;
      isBegun = line === 'filled';
      line = 'empty';
      if (wasBegun && !isBegun) return start;
    }
  };
}
