import { runYielding } from './yielding.ts';

/** A list or a map of more entries is written in steps. */
const mostAtOnce = 256;
/** So many levels below the root lists and maps are looked for; an entry of a long list is written at once. */
const levelsLooked = 3;
/** Characters of a chunk, but for the last piece in it. */
const chunkLength = 64 * 1024;

/** The bytes that `JSON.stringify` gives, in chunks; what is long is written with others' work in between. */
export async function jsonChunks(value: unknown): Promise<Buffer[]> {
  return isLong(value) ? runYielding(jsonSteps(value)) : [Buffer.from(JSON.stringify(value))];
}

/** Whether a list or a map of very many entries stands near the root. Texts were short enough when they came in. */
export function isLong(value: unknown, levels = levelsLooked): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.length > mostAtOnce;
  let count = 0;
  for (const name in value) {
    count += 1;
    if (count > mostAtOnce) return true;
    if (levels > 0 && isLong((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}

/** The chunks of a long value, and yields after each entry. */
export function* jsonSteps(value: object): Generator<void, Buffer[]> {
  const chunks: Buffer[] = [];
  let text = '';
  for (const piece of pieces(value, levelsLooked)) {
    text += piece;
    if (text.length >= chunkLength) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  return [...chunks, Buffer.from(text)];
}

const pieces = (value: object, levels: number): Generator<string> =>
  Array.isArray(value) ? listPieces(value) : mapPieces(value, levels);

function* listPieces(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const entry of list) {
    yield before + (JSON.stringify(entry) ?? 'null');
    before = ',';
  }
  yield ']';
}

function* mapPieces(map: object, levels: number): Generator<string> {
  let before = '{';
  for (const [name, entry] of Object.entries(map)) {
    const entryIsLong = levels > 0 && isLong(entry, levels - 1);
    const text = entryIsLong ? '' : JSON.stringify(entry);
    if (text === undefined) continue;
    yield `${before}${JSON.stringify(name)}:${text}`;
    if (entryIsLong) yield* pieces(entry, levels - 1);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
