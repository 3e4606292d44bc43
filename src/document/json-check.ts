import { isUtf8 } from 'node:buffer';
import { DocumentRefused } from './document-refused.ts';
import { refusedAt, walkSpace } from './json-tokens.ts';
import { OpenContainers, walkValue } from './json-walk.ts';

/** Offsets are stored in 32 bits. */
const maxBytes = 0xffff_ffff;

/**
 * Checks the grammar of RFC 8259 without building anything: no recursion, memory of one byte a level.
 *
 * @returns the text without a byte order mark
 * @throws DocumentRefused for text that is not UTF-8, not JSON, cut off, followed by more, or nested too deep
 */
export function checkJson(bytes: Uint8Array): Uint8Array {
  const text = checkUtf8(bytes);
  const start = walkSpace(text, 0, undefined);
  checkEnd(text, walkValue(text, start, { open: new OpenContainers() }));
  return text;
}

/**
 * @returns the text without a byte order mark
 * @throws DocumentRefused for more than can be read, and for what is not UTF-8
 */
export function checkUtf8(bytes: Uint8Array): Uint8Array {
  checkSize(bytes);
  requireUtf8(bytes);
  return withoutMark(bytes);
}

/** @throws DocumentRefused */
export function checkSize({ length }: Uint8Array): void {
  if (length > maxBytes) throw new DocumentRefused('The file is larger than 4 GiB.');
}

/** @throws DocumentRefused */
export function requireUtf8(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) throw new DocumentRefused('The file is not UTF-8 text.');
}

/** The text behind a byte order mark. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

/** @throws DocumentRefused where more than white space follows */
export function checkEnd(text: Uint8Array, end: number): void {
  const rest = walkSpace(text, end, undefined);
  if (rest < text.length) throw refusedAt(text, rest, 'more text after the end of the JSON value');
}
