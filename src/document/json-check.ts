import { isUtf8 } from 'node:buffer';
import { DocumentRefused } from './document-refused.ts';

/** Objects and arrays that may stand within each other. */
export const maxJsonLevels = 100_000;

/** Offsets are stored in 32 bits. */
const maxBytes = 0xffff_ffff;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 1;
const ARRAY = 2;

/** 1 for the four bytes of white space. */
const isSpace = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) isSpace[byte] = 1;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/**
 * Checks the grammar of RFC 8259 without building anything: no recursion, memory of one byte a level.
 *
 * @returns the text without a byte order mark
 * @throws DocumentRefused for text that is not UTF-8, not JSON, cut off, followed by more, or nested too deep
 */
export function checkJson(bytes: Uint8Array): Uint8Array {
  if (bytes.length > maxBytes) throw new DocumentRefused('The file is larger than 4 GiB.');
  if (!isUtf8(bytes)) throw new DocumentRefused('The file is not UTF-8 text.');
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = marked ? bytes.subarray(3) : bytes;
  const end = checkValue(text, skipSpace(text, 0));
  const rest = skipSpace(text, end);
  if (rest < text.length) throw refusedAt(text, rest, 'more text after the end of the JSON value');
  return text;
}

/** Walks one value from its first byte; returns the offset behind it. */
function checkValue(text: Uint8Array, start: number): number {
  const open = new OpenContainers();
  let at = start;
  for (;;) {
    // A value is due at `at`.
    const byte = text[at];
    if (byte === 0x7b || byte === 0x5b) {
      open.push(byte === 0x7b ? OBJECT : ARRAY, at);
      at = skipSpace(text, at + 1);
      if (text[at] === (byte === 0x7b ? 0x7d : 0x5d)) {
        open.pop();
        at++;
      } else {
        if (byte === 0x7b) at = checkKey(text, at);
        continue;
      }
    } else {
      at = checkScalar(text, at);
    }
    // A value has ended at `at`: close what ends here, then go on to the next value.
    for (;;) {
      if (open.count === 0) return at;
      at = skipSpace(text, at);
      const next = at < text.length ? text[at] : 0;
      if (next === 0x2c) {
        at = skipSpace(text, at + 1);
        if (open.top === OBJECT) at = checkKey(text, at);
        break;
      }
      if (next !== (open.top === OBJECT ? 0x7d : 0x5d))
        throw refusedAt(text, at, 'a comma or a closing bracket is missing');
      open.pop();
      at++;
    }
  }
}

/** The kinds of the containers around the scanner. */
class OpenContainers {
  count = 0;
  top = 0;
  #kinds = new Uint8Array(256);

  push(kind: number, at: number): void {
    if (this.count === maxJsonLevels) {
      throw new DocumentRefused(`The file nests deeper than ${maxJsonLevels} levels at byte ${at}.`);
    }
    if (this.count === this.#kinds.length) {
      const larger = new Uint8Array(this.#kinds.length * 2);
      larger.set(this.#kinds);
      this.#kinds = larger;
    }
    this.#kinds[this.count++] = kind;
    this.top = kind;
  }

  pop(): void {
    this.count--;
    this.top = this.count > 0 ? this.#kinds[this.count - 1]! : 0;
  }
}

/** From the quote of a key to the first byte of its value. */
function checkKey(text: Uint8Array, at: number): number {
  if (text[at] !== QUOTE) throw refusedAt(text, at, 'a property name in quotes is missing');
  const colon = skipSpace(text, checkString(text, at));
  if (text[colon] !== 0x3a) throw refusedAt(text, colon, 'a colon is missing');
  return skipSpace(text, colon + 1);
}

function checkScalar(text: Uint8Array, at: number): number {
  const byte = text[at];
  if (byte === QUOTE) return checkString(text, at);
  if (byte === 0x74) return checkWord(text, at, 'true');
  if (byte === 0x66) return checkWord(text, at, 'false');
  if (byte === 0x6e) return checkWord(text, at, 'null');
  return checkNumber(text, at);
}

function checkString(text: Uint8Array, start: number): number {
  let at = start + 1;
  // Reading past the end of the array would make every later read slow, hence the comparison.
  while (at < text.length) {
    const byte = text[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at = checkEscape(text, at);
    else if (byte >= 0x20) at++;
    else throw refusedAt(text, at, 'a control character stands in a string');
  }
  throw refusedAt(text, text.length, '');
}

const escapes = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

function checkEscape(text: Uint8Array, at: number): number {
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

function checkWord(text: Uint8Array, at: number, word: string): number {
  for (let index = 0; index < word.length; index++) {
    if (text[at + index] !== word.charCodeAt(index)) throw refusedAt(text, at + index, 'a value is missing');
  }
  return at + word.length;
}

function checkNumber(text: Uint8Array, start: number): number {
  let at = text[start] === 0x2d ? start + 1 : start;
  if (!isDigit(text[at]))
    throw refusedAt(text, at, at === start ? 'a value is missing' : 'a number lacks its digits');
  at = text[at] === 0x30 ? at + 1 : skipDigits(text, at);
  if (text[at] === 0x2e) at = checkDigits(text, at + 1);
  if (text[at] === 0x65 || text[at] === 0x45) {
    at++;
    if (text[at] === 0x2b || text[at] === 0x2d) at++;
    at = checkDigits(text, at);
  }
  return at;
}

function checkDigits(text: Uint8Array, at: number): number {
  if (!isDigit(text[at])) throw refusedAt(text, at, 'a number lacks its digits');
  return skipDigits(text, at);
}

function skipDigits(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && text[at]! >= 0x30 && text[at]! <= 0x39) at++;
  return at;
}

function skipSpace(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && isSpace[text[at]!] === 1) at++;
  return at;
}

/** At the end of the text every fault is the same one: the file was cut off. */
function refusedAt(text: Uint8Array, at: number, what: string): DocumentRefused {
  if (at >= text.length)
    return new DocumentRefused(`The file is cut off: its JSON breaks off at byte ${at}.`);
  return new DocumentRefused(`The file is not valid JSON: ${what} at byte ${at}.`);
}
