import { decodeString, isStringAt, type Span, stringEnd, valueEnd } from '../document/json-spans.ts';

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/** A dotted path as `style.fontFamily`, each step as a key in JSON and as a place in a list. */
export type JsonPath = readonly { readonly key: Buffer; readonly place: number | undefined }[];

export const jsonPath = (name: string): JsonPath =>
  name.split('.').map((step) => ({
    key: Buffer.from(JSON.stringify(step)),
    place: /^\d{1,6}$/.test(step) ? Number(step) : undefined,
  }));

/**
 * Where the values of a path lie in JSON without white space: none, one, or several where it leads through a list
 * without saying which of its items is meant.
 */
export function spansOf(text: Buffer, at: number, path: JsonPath, step = 0): Span[] {
  const next = path[step];
  if (next === undefined) return [{ start: at, end: valueEnd(text, at) }];
  if (text[at] === openBrace) {
    const value = memberAt(text, at, next.key);
    return value === undefined ? [] : spansOf(text, value, path, step + 1);
  }
  if (text[at] !== openBracket) return [];
  const items = itemsAt(text, at, next.place);
  return items.flatMap((item) => spansOf(text, item, path, next.place === undefined ? step : step + 1));
}

/** Where the value of a key begins; the last one where an object has it twice. */
function memberAt(text: Buffer, object: number, key: Buffer): number | undefined {
  if (text.indexOf(key, object) === -1) return undefined;
  let found: number | undefined;
  for (let at = object + 1; text[at] !== closeBrace; ) {
    if (text[at] === comma) at++;
    const keyEnd = stringEnd(text, at);
    if (keyEnd - at === key.length && isSame(text, at, key)) found = keyEnd + 1;
    at = valueEnd(text, keyEnd + 1);
  }
  return found;
}

function isSame(text: Buffer, start: number, key: Buffer): boolean {
  for (let at = 0; at < key.length; at++) if (text[start + at] !== key[at]) return false;
  return true;
}

/** All items of a list, or the one in a place. */
function itemsAt(text: Buffer, list: number, place: number | undefined): number[] {
  const items: number[] = [];
  let count = 0;
  for (let at = list + 1; text[at] !== closeBracket; ) {
    if (text[at] === comma) at++;
    if (place === undefined || place === count) items.push(at);
    if (count++ === place) break;
    at = valueEnd(text, at);
  }
  return items;
}

/** A value as an attribute has it: of an object or a list all values within, with spaces between. */
export function wordsOfValue(text: Buffer, { start, end }: Span): string {
  if (isStringAt(text, start)) return decodeString(text, start, end);
  if (text[start] !== openBrace && text[start] !== openBracket)
    return wordOf(text.toString('latin1', start, end));
  const words: string[] = [];
  for (let at = start; at < end; ) {
    const byte = text[at]!;
    const isPunctuation =
      byte === comma || byte === colon || (byte | 0x20) === openBrace || (byte | 0x20) === closeBrace;
    const wordEnd = isPunctuation ? at + 1 : valueEnd(text, at);
    if (!isPunctuation && text[wordEnd] !== colon)
      words.push(wordsOfValue(text, { start: at, end: wordEnd }));
    at = wordEnd;
  }
  return words.join(' ');
}

/** Numbers are spelled as everywhere: 8.0 is 8. */
function wordOf(word: string): string {
  const isNumber = word !== 'true' && word !== 'false' && word !== 'null';
  return isNumber ? String(Number(word)) : word;
}
