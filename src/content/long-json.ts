import type { RunSteps } from './steps-in-turn.ts';
import { mapYielding, runYielding } from './yielding.ts';

/** A list or a map of more entries is written in steps. */
const mostAtOnce = 256;
/** So many levels below the root lists and maps are looked for; an entry of a long list is written at once. */
const levelsLooked = 3;
/** Characters of a chunk, but for the last piece in it. */
const chunkLength = 64 * 1024;

/** The bytes that `JSON.stringify` gives, in chunks; what is long is written with others' work in between. */
export async function jsonChunks(value: unknown): Promise<Buffer[]> {
  const known: LongOnes = new Set();
  return isLong(value, levelsLooked, known)
    ? runYielding(jsonSteps(value, known))
    : [Buffer.from(JSON.stringify(value))];
}

/** The text that `JSON.stringify` gives; a long one is written in steps. */
export const jsonText = async (value: unknown, run: RunSteps): Promise<string> =>
  isLong(value) ? run(longText(value)) : JSON.stringify(value);

function* longText(value: object): Generator<void, string> {
  const texts: string[] = [];
  for (const chunk of yield* jsonSteps(value)) {
    texts.push(chunk.toString());
    yield;
  }
  return texts.join('');
}

/** The bytes of a text; a long one is written in steps. */
export async function textChunks(text: string): Promise<Buffer[]> {
  return mapYielding(cutText(text), (piece) => Buffer.from(piece));
}

/** In pieces none of which ends within a character. */
function* cutText(text: string): Generator<string> {
  let from = 0;
  do {
    const end = from + chunkLength;
    const to = isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  } while (from < text.length);
}

/** Of what UTF-16 has two units for. */
const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** What was found to be long: counting the entries of a map of thousands takes as long as to write some. */
type LongOnes = Set<object>;

/** Whether a list or a map of very many entries stands near the root. Texts were short enough when they came in. */
export function isLong(value: unknown, levels = levelsLooked, known: LongOnes = new Set()): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  if (known.has(value)) return true;
  const found = Array.isArray(value) ? value.length > mostAtOnce : isLongMap(value, levels, known);
  if (found) known.add(value);
  return found;
}

function isLongMap(map: object, levels: number, known: LongOnes): boolean {
  let count = 0;
  for (const name in map) {
    count += 1;
    if (count > mostAtOnce) return true;
    if (levels > 0 && isLong((map as Record<string, unknown>)[name], levels - 1, known)) return true;
  }
  return false;
}

/** The chunks of a long value, and yields after each piece. */
export function* jsonSteps(value: object, known: LongOnes = new Set()): Generator<void, Buffer[]> {
  const chunks: Buffer[] = [];
  let text = '';
  for (const piece of pieces(value, levelsLooked, known)) {
    text += piece;
    if (text.length >= chunkLength) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  return [...chunks, Buffer.from(text)];
}

const pieces = (value: object, levels: number, known: LongOnes): Generator<string> =>
  Array.isArray(value) ? listPieces(value) : mapPieces(value, levels, known);

function* listPieces(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const entry of list) {
    yield before + (JSON.stringify(entry) ?? 'null');
    before = ',';
  }
  yield ']';
}

/** Entries of a map whose values are short texts, as ids are, that make one piece. */
const shortTextsAtOnce = 32;
const shortText = 256;
const isShortText = (value: unknown): boolean => typeof value === 'string' && value.length <= shortText;

function* mapPieces(map: object, levels: number, known: LongOnes): Generator<string> {
  let before = '{';
  const entries = Object.entries(map);
  for (let at = 0; at < entries.length; ) {
    const some = entries.slice(at, at + shortTextsAtOnce);
    if (some.every(([, value]) => isShortText(value))) {
      yield before + JSON.stringify(Object.fromEntries(some)).slice(1, -1);
      at += some.length;
    } else {
      const [name, entry] = entries[at++]!;
      const entryIsLong = levels > 0 && isLong(entry, levels - 1, known);
      const text = entryIsLong ? '' : JSON.stringify(entry);
      if (text === undefined) continue;
      yield `${before}${JSON.stringify(name)}:${text}`;
      if (entryIsLong) yield* pieces(entry, levels - 1, known);
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
