import { DocumentRefused } from './document-refused.ts';
import type { SpanWriter } from './span-writer.ts';

/**
 * Walks over the tokens of JSON text and checks the grammar of RFC 8259 on the way: each function goes from the first
 * byte of what it is named after to the offset behind it, and throws `DocumentRefused` where something else stands.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SPACE = 0x20;

/** 1 for the four bytes of white space. */
const isSpace = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) isSpace[byte] = 1;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

export const separatorMissing = 'a comma or a closing bracket is missing';

/** From behind a key to the first byte of its value. */
export function walkColon(text: Uint8Array, keyEnd: number, writer: SpanWriter | undefined): number {
  const colon = walkSpace(text, keyEnd, writer);
  if (text[colon] !== 0x3a) throw refusedAt(text, colon, 'a colon is missing');
  return walkSpace(text, colon + 1, writer);
}

/** What separates values, with the white space behind it. */
export function walkComma(text: Uint8Array, at: number): number {
  if (text[at] !== COMMA) throw refusedAt(text, at, separatorMissing);
  return skipSpace(text, at + 1);
}

/** A key, or a value that is known to be a string, with its quotes. */
export function walkString(text: Uint8Array, start: number): number {
  if (text[start] !== QUOTE) throw refusedAt(text, start, nameMissing);
  const end = walkLettersTo(text, start + 1, text.length);
  if (end >= text.length) throw refusedAt(text, text.length, '');
  return end + 1;
}

export const nameMissing = 'a property name in quotes is missing';

/** Over the letters of a string up to its closing quote, or to an offset at or behind which it goes on. */
export function walkLettersTo(text: Uint8Array, start: number, end: number): number {
  let at = start;
  // Reading past the end of the array would make every later read slow, hence the comparison.
  while (at < end) {
    const byte = text[at]!;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at = walkEscape(text, at);
    else if (byte >= SPACE) at++;
    else throw refusedAt(text, at, 'a control character stands in a string');
  }
  return at;
}

const escapes = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

function walkEscape(text: Uint8Array, at: number): number {
  const letter = text[at + 1];
  if (letter !== 0x75) {
    if (letter === undefined || !escapes.has(letter))
      throw refusedAt(text, at + 1, 'an unknown escape stands in a string');
    return at + 2;
  }
  for (let digit = at + 2; digit < at + 6; digit++) {
    const lower = (text[digit] ?? 0) | 0x20;
    const hex = isDigit(text[digit]) || (lower >= 0x61 && lower <= 0x66);
    if (!hex) throw refusedAt(text, digit, 'an escape in a string lacks its four hex digits');
  }
  return at + 6;
}

/** Over a number, `true`, `false` or `null`. */
export function walkWord(text: Uint8Array, at: number): number {
  const byte = text[at];
  if (byte === 0x74) return walkLetters(text, at, 'true');
  if (byte === 0x66) return walkLetters(text, at, 'false');
  if (byte === 0x6e) return walkLetters(text, at, 'null');
  return walkNumber(text, at);
}

function walkLetters(text: Uint8Array, at: number, word: string): number {
  for (let index = 0; index < word.length; index++) {
    if (text[at + index] !== word.charCodeAt(index)) throw refusedAt(text, at + index, 'a value is missing');
  }
  return at + word.length;
}

function walkNumber(text: Uint8Array, start: number): number {
  let at = text[start] === 0x2d ? start + 1 : start;
  if (!isDigit(text[at]))
    throw refusedAt(text, at, at === start ? 'a value is missing' : 'a number lacks its digits');
  at = text[at] === 0x30 ? at + 1 : skipDigits(text, at);
  if (text[at] === 0x2e) at = walkDigits(text, at + 1);
  if (text[at] === 0x65 || text[at] === 0x45) {
    at++;
    if (text[at] === 0x2b || text[at] === 0x2d) at++;
    at = walkDigits(text, at);
  }
  return at;
}

function walkDigits(text: Uint8Array, at: number): number {
  if (!isDigit(text[at])) throw refusedAt(text, at, 'a number lacks its digits');
  return skipDigits(text, at);
}

function skipDigits(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && text[at]! >= 0x30 && text[at]! <= 0x39) at++;
  return at;
}

/** Over the white space at `at`, which the writer leaves out. */
export function walkSpace(text: Uint8Array, at: number, writer: SpanWriter | undefined): number {
  if (at < text.length && text[at]! > SPACE) return at;
  const end = skipSpace(text, at);
  writer?.drop(at, end);
  return end;
}

/** Behind the white space of JSON, in text that nobody has checked. */
export function skipSpace(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && isSpace[text[at]!] === 1) at++;
  return at;
}

/** At the end of the text every fault is the same one: the file was cut off. */
export function refusedAt(text: Uint8Array, at: number, what: string): DocumentRefused {
  if (at >= text.length)
    return new DocumentRefused(`The file is cut off: its JSON breaks off at byte ${at}.`);
  return new DocumentRefused(`The file is not valid JSON: ${what} at byte ${at}.`);
}
