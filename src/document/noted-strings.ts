import { skipSpace } from './json-spans.ts';
import { walkString } from './json-tokens.ts';
import { tokenIs } from './node-keys.ts';

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
/** By the first letter: whether a noted key begins with it, or an id. */
const isNotedLetter = new Uint8Array(256);
for (const { token } of noted) isNotedLetter[token[1]!] = 1;

/** How ids of variables and of their collections begin, wherever they stand: as values in bindings, as keys in modes. */
const idsOfVariables = [Buffer.from('"VariableID:'), Buffer.from('"VariableCollectionId:')];
const CAPITAL_V = 0x56;
isNotedLetter[CAPITAL_V] = 1;

/** Called with the offsets of a noted key's string value, or of an id, quotes included. */
export type Note = (kind: NotedKind, start: number, end: number) => void;

/** Reports the string with the quotes at `start` and before `end`, where it is one of those that are looked for. */
export function noteString(text: Uint8Array, start: number, end: number, note: Note): void {
  if (isNotedLetter[text[start + 1]!] === 0) return;
  if (text[start + 1] === CAPITAL_V) noteId(text, start, end, note);
  else noteKey(text, start, end, note);
}

function noteKey(text: Uint8Array, start: number, end: number, note: Note): void {
  for (const { token, kind } of noted) {
    if (token.length !== end - start || !tokenIs(text, start, token)) continue;
    const colon = skipSpace(text, end);
    const value = skipSpace(text, colon + 1);
    if (text[colon] === COLON && text[value] === QUOTE) note(kind, value, walkString(text, value));
  }
}

function noteId(text: Uint8Array, start: number, end: number, note: Note): void {
  if (idsOfVariables.some((token) => end - start > token.length && tokenIs(text, start, token)))
    note('variableId', start, end);
}
