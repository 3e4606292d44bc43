/**
 * Walks over JSON text that `checkJson` has passed, by offsets and without building values. Nothing here
 * looks for faults: on unchecked text the results mean nothing.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** A property of an object: the key with its quotes is [keyStart, keyEnd), the value [start, end). */
export interface Member {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly start: number;
  readonly end: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function skipSpace(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && text[at]! <= 0x20) at++;
  return at;
}

/** From a string's opening quote to the offset behind its closing one. */
export function stringEnd(text: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    const byte = text[at]!;
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
}

/** Behind a number, `true`, `false` or `null`. */
export function wordEnd(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && !endsWord(text[at]!)) at++;
  return at;
}

const endsWord = (byte: number): boolean =>
  byte <= 0x20 || byte === COMMA || byte === 0x5d || byte === 0x7d || byte === 0x3a;

export function valueEnd(text: Uint8Array, start: number): number {
  const first = text[start];
  if (first === QUOTE) return stringEnd(text, start);
  if (first !== 0x7b && first !== 0x5b) return wordEnd(text, start);
  let levels = 0;
  let at = start;
  for (;;) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    // `{` and `[` differ from `}` and `]` by two: 0x7b, 0x5b and 0x7d, 0x5d.
    if (byte === 0x7b || byte === 0x5b) levels++;
    else if ((byte === 0x7d || byte === 0x5d) && --levels === 0) return at;
  }
}

/** The properties of the object whose brace is at `start`, in order, repeated keys included. */
export function* members(text: Uint8Array, start: number): Generator<Member> {
  let at = skipSpace(text, start + 1);
  while (text[at] !== 0x7d) {
    if (text[at] === COMMA) at = skipSpace(text, at + 1);
    const keyStart = at;
    const keyEnd = stringEnd(text, keyStart);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, value);
    yield { keyStart, keyEnd, start: value, end };
    at = skipSpace(text, end);
  }
}

export const isObjectAt = (text: Uint8Array, at: number): boolean => text[at] === 0x7b;
export const isListAt = (text: Uint8Array, at: number): boolean => text[at] === 0x5b;
export const isStringAt = (text: Uint8Array, at: number): boolean => text[at] === QUOTE;

/** The string whose quotes enclose [start, end), escapes resolved. */
export function decodeString(text: Uint8Array, start: number, end: number): string {
  const view = Buffer.from(text.buffer, text.byteOffset + start, end - start);
  if (view.includes(BACKSLASH)) return JSON.parse(view.toString('utf8')) as string;
  return view.toString('utf8', 1, view.length - 1);
}
