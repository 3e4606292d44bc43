import { skipSpace } from './json-tokens.ts';
import { setEntry } from './set-entry.ts';

/** What is no JSON, or holds more in one piece than it may; its message says what it is instead. */
export class JsonRefused extends Error {
  override readonly name: string = 'JsonRefused';
}

/** What is no JSON at all. */
export class NotJson extends JsonRefused {
  override readonly name = 'NotJson';

  constructor() {
    super('something that is not JSON');
  }
}

/** A value that ends so soon is read at once. */
export const atOnceBytes = 16 * 1024;
/** A yield comes after as much that was only walked over: less than a millisecond. */
export const stepBytes = 256 * 1024;
/** So many levels below the root lists and maps are read entry by entry. */
const levelsOpened = 64;
/** How much there may be of a text. */
export interface JsonBounds {
  /** What is no list and no map is read in one piece. */
  readonly pieceBytes: number;
  /** What lies deeper than lists and maps are opened, too: to make so many of the smallest lists takes some milliseconds. */
  readonly deepBytes: number;
  /** Of lists and maps that are opened. */
  readonly entries: number;
  /** Of one map: whoever asks for all its names waits for them at once. */
  readonly mapEntries: number;
}

/** As many as a file may have variables. */
export const mostMapEntries = 100_000;

export const ordinaryBounds: JsonBounds = {
  pieceBytes: 4 * 1024 * 1024,
  deepBytes: 256 * 1024,
  entries: 1_000_000,
  mapEntries: mostMapEntries,
};
/** Lists and maps within each other in one piece: millions of them take seconds to be made. */
export const mostLevels = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * The value that `JSON.parse` gives, read with yields in between, so that a long list lets others to work.
 * @throws JsonRefused
 */
export function* jsonInSteps(text: Buffer, most: JsonBounds = ordinaryBounds): Generator<void, unknown> {
  const reading = { most, entries: 0, end: 0 };
  const value = yield* readValue(text, skipSpace(text, 0), levelsOpened, reading);
  if (skipSpace(text, reading.end) < text.length) throw unfit();
  return value;
}

interface Place {
  readonly most: JsonBounds;
  entries: number;
  /** Behind what was read last. */
  end: number;
}

function* readValue(text: Buffer, at: number, levels: number, place: Place): Generator<void, unknown> {
  const soon = walk(text, begin(at), at + atOnceBytes);
  const isDeep = text[at] === 0x7b || text[at] === 0x5b;
  if (!soon.isOver && isDeep && levels > 0) return yield* readEntries(text, at, levels, place);
  const mostBytes = isDeep ? place.most.deepBytes : place.most.pieceBytes;
  for (let to = at + stepBytes; !soon.isOver && soon.at - at <= mostBytes; to += stepBytes) {
    walk(text, soon, to);
    yield;
  }
  if (soon.at - at > mostBytes) throw new JsonRefused(`JSON with a piece of more than ${mostBytes} bytes`);
  place.end = soon.at;
  return parse(text.toString('utf8', at, soon.at));
}

/** A list or a map that is long. */
function* readEntries(text: Buffer, start: number, levels: number, place: Place): Generator<void, unknown> {
  const isMap = text[start] === 0x7b;
  const list: unknown[] = [];
  const map: Record<string, unknown> = {};
  let own = 0;
  for (let at = skipSpace(text, start + 1); ; at = skipSpace(text, place.end + 1)) {
    const run = readRun(text, at, isMap, place);
    if (run === undefined) {
      const name = isMap ? yield* readName(text, at, place) : '';
      const value = yield* readValue(text, isMap ? place.end : at, levels - 1, place);
      if (isMap) setEntry(map, name, value);
      else list.push(value);
    }
    const read = run === undefined ? 1 : addRun(run, list, map);
    own += read;
    if (isMap && own > place.most.mapEntries)
      throw new JsonRefused(
        `JSON with a map of more than ${place.most.mapEntries.toLocaleString('en')} entries`,
      );
    place.entries += read;
    if (place.entries > place.most.entries)
      throw new JsonRefused(`JSON of more than ${place.most.entries} entries`);
    if (isClosed(text, place, start)) break;
    yield;
  }
  place.end += 1;
  return isMap ? map : list;
}

/** Adds entries to the list or the map that they are of, and says how many. */
function addRun(
  run: unknown[] | Record<string, unknown>,
  list: unknown[],
  map: Record<string, unknown>,
): number {
  if (Array.isArray(run)) {
    for (const entry of run) list.push(entry);
    return run.length;
  }
  const entries = Object.entries(run);
  for (const [name, value] of entries) setEntry(map, name, value);
  return entries.length;
}

/** Whether a list or a map ends behind an entry, or goes on there. */
function isClosed(text: Buffer, place: Place, start: number): boolean {
  place.end = skipSpace(text, place.end);
  if (text[place.end] === text[start]! + 2) return true;
  if (text[place.end] !== COMMA) throw unfit();
  return false;
}

/** Entries that end soon, read together; undefined where the first of them does not. */
function readRun(
  text: Buffer,
  at: number,
  isMap: boolean,
  place: Place,
): unknown[] | Record<string, unknown> | undefined {
  const walked = walk(text, { ...begin(at), comma: at }, at + atOnceBytes);
  const end = walked.isOver ? walked.at : walked.comma!;
  if (end === at) return undefined;
  const entries = text.toString('utf8', at, end);
  place.end = end;
  return parse(isMap ? `{${entries}}` : `[${entries}]`) as unknown[] | Record<string, unknown>;
}

/** A property's name; the place is then that of its value. */
function* readName(text: Buffer, at: number, place: Place): Generator<void, string> {
  if (text[at] !== QUOTE) throw unfit();
  const name = (yield* readValue(text, at, 0, place)) as string;
  const colon = skipSpace(text, place.end);
  if (text[colon] !== 0x3a) throw unfit();
  place.end = skipSpace(text, colon + 1);
  return name;
}

/** How far a value was walked over, of which nothing is known but where it may end. */
interface Walk {
  at: number;
  levels: number;
  isInString: boolean;
  isOver: boolean;
  /** Where values that follow one another are walked over: behind the last that has ended, or where they begin. */
  comma?: number;
}

const begin = (at: number): Walk => ({ at, levels: 0, isInString: false, isOver: false });

/** Walks on to an offset at the most. */
function walk(text: Buffer, walked: Walk, to: number): Walk {
  const end = Math.min(to, text.length);
  let { at, levels, isInString, comma } = walked;
  const isOne = comma === undefined;
  let isOver = false;
  for (; at < end && !isOver; at += 1) {
    const byte = text[at]!;
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        isInString = false;
        isOver = isOne && levels === 0;
      }
    } else if (byte === QUOTE) isInString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      levels += 1;
      if (levels > mostLevels) throw new JsonRefused(`JSON nested deeper than ${mostLevels} levels`);
    } else if (byte === 0x7d || byte === 0x5d || byte === COMMA) {
      if (levels === 0 && (isOne || byte !== COMMA))
        return Object.assign(walked, { at, levels, isInString, isOver: true });
      if (levels === 0) comma = at;
      if (byte !== COMMA) levels -= 1;
      isOver = isOne && levels === 0 && byte !== COMMA;
    }
  }
  return Object.assign(walked, { at, levels, isInString, isOver: isOver || at >= text.length, comma });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unfit();
  }
}

const unfit = (): JsonRefused => new NotJson();
