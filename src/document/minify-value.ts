import { skipSpace, stringEnd, wordEnd } from './json-spans.ts';
import { tokenIs } from './node-keys.ts';
import type { SpanWriter } from './span-writer.ts';

const QUOTE = 0x22;
const COLON = 0x3a;

/** What is looked for inside values: tokens of keys and the kind they are reported as. */
export type NotedKind = 'imageRef' | 'styleId' | 'variableId';
const noted: readonly { token: Uint8Array; kind: NotedKind }[] = [
  { token: Buffer.from('"imageRef"'), kind: 'imageRef' },
  { token: Buffer.from('"gifRef"'), kind: 'imageRef' },
  { token: Buffer.from('"inheritFillStyleId"'), kind: 'styleId' },
  { token: Buffer.from('"inheritTextStyleId"'), kind: 'styleId' },
];
const lengths = new Set(noted.map(({ token }) => token.length));
const isNotedLength = Uint8Array.from({ length: 32 }, (_, length) => (lengths.has(length) ? 1 : 0));

/** How ids of variables and of their collections begin, wherever they stand: as values in bindings, as keys in modes. */
const idsOfVariables = [Buffer.from('"VariableID:'), Buffer.from('"VariableCollectionId:')];
const CAPITAL_V = 0x56;

/** Called with the offsets of a noted key's string value, or of an id, quotes included. */
export type Note = (kind: NotedKind, start: number, end: number) => void;

/**
 * Lets the writer take the value at `start` without its white space, and reports the noted keys inside.
 *
 * @returns the offset behind the value
 */
export function minifyValue(
  text: Uint8Array,
  start: number,
  writer: SpanWriter,
  note: Note | undefined,
): number {
  const first = text[start];
  if (first === QUOTE) return stringEnd(text, start);
  if (first !== 0x7b && first !== 0x5b) return wordEnd(text, start);
  let levels = 0;
  let at = start;
  for (;;) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      const end = stringEnd(text, at);
      if (note !== undefined && isNotedLength[end - at] === 1) noteKey(text, at, end, note);
      if (note !== undefined && text[at + 1] === CAPITAL_V) noteId(text, at, end, note);
      at = end;
    } else if (byte <= 0x20) {
      const end = skipSpace(text, at);
      writer.drop(at, end);
      at = end;
    } else {
      at++;
      if (byte === 0x7b || byte === 0x5b) levels++;
      else if ((byte === 0x7d || byte === 0x5d) && --levels === 0) return at;
    }
  }
}

function noteKey(text: Uint8Array, start: number, end: number, note: Note): void {
  for (const { token, kind } of noted) {
    if (token.length !== end - start || !tokenIs(text, start, token)) continue;
    const colon = skipSpace(text, end);
    const value = skipSpace(text, colon + 1);
    if (text[colon] === COLON && text[value] === QUOTE) note(kind, value, stringEnd(text, value));
  }
}

function noteId(text: Uint8Array, start: number, end: number, note: Note): void {
  if (idsOfVariables.some((token) => end - start > token.length && tokenIs(text, start, token)))
    note('variableId', start, end);
}

/**
 * Lets the writer take a property the same way, from behind its key's token.
 *
 * @returns the offset behind its value
 */
export function minifyMember(text: Uint8Array, keyEnd: number, writer: SpanWriter, note?: Note): number {
  return minifyValue(text, dropToValue(text, keyEnd, writer), writer, note);
}

/** From behind a key to its value, without the white space around the colon. */
export function dropToValue(text: Uint8Array, keyEnd: number, writer: SpanWriter): number {
  const colon = skipSpace(text, keyEnd);
  writer.drop(keyEnd, colon);
  const value = skipSpace(text, colon + 1);
  writer.drop(colon + 1, value);
  return value;
}
