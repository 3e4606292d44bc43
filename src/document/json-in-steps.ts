import { skipSpace } from './json-spans.ts';

/** What is no JSON, or holds more in one piece than it may; its message says what it is instead. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
}

/** A value that ends so soon is read at once. */
const atOnceBytes = 16 * 1024;
/** A yield comes after as much that was only walked over: less than a millisecond. */
export const stepBytes = 256 * 1024;
/** So many levels below the root lists and maps are read entry by entry. */
const levelsOpened = 64;
/** What is no list and no map is read in one piece. */
const mostPieceBytes = 4 * 1024 * 1024;
/** What lies deeper, too: to make so many of the smallest lists takes some milliseconds. */
const mostDeepBytes = 256 * 1024;
const mostEntries = 1_000_000;
/** Lists and maps within each other in one piece: millions of them take seconds to be made. */
const mostLevels = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The value that `JSON.parse` gives, read with yields in between, so that a long list lets others to work.
 * @throws JsonRefused
 */
export function* jsonInSteps(text: Buffer): Generator<void, unknown> {
  const reading = { entries: 0, end: 0 };
  const value = yield* readValue(text, skipSpace(text, 0), levelsOpened, reading);
  if (skipSpace(text, reading.end) < text.length) throw unfit();
  return value;
}

interface Place {
  entries: number;
  /** Behind what was read last. */
  end: number;
}

function* readValue(text: Buffer, at: number, levels: number, place: Place): Generator<void, unknown> {
  const soon = walk(text, begin(at), at + atOnceBytes);
  const isDeep = text[at] === 0x7b || text[at] === 0x5b;
  if (!soon.isOver && isDeep && levels > 0) return yield* readEntries(text, at, levels, place);
  const mostBytes = isDeep ? mostDeepBytes : mostPieceBytes;
  for (let to = at + stepBytes; !soon.isOver && soon.at - at <= mostBytes; to += stepBytes) {
    walk(text, soon, to);
    yield;
  }
  if (soon.at - at > mostBytes) throw new JsonRefused(`JSON with a piece of more than ${mostBytes} bytes`);
  place.end = soon.at;
  return parse(text, at, soon.at);
}

/** A list or a map that is long. */
function* readEntries(text: Buffer, start: number, levels: number, place: Place): Generator<void, unknown> {
  const isMap = text[start] === 0x7b;
  const list: unknown[] = [];
  const map: Record<string, unknown> = {};
  for (let at = skipSpace(text, start + 1); ; at = skipSpace(text, place.end + 1)) {
    const name = isMap ? yield* readName(text, at, place) : '';
    const value = yield* readValue(text, isMap ? place.end : at, levels - 1, place);
    // A property by this name would be the prototype.
    if (name === '__proto__') Object.defineProperty(map, name, { value, ...ordinary });
    else if (isMap) map[name] = value;
    else list.push(value);
    place.entries += 1;
    if (place.entries > mostEntries) throw new JsonRefused(`JSON of more than ${mostEntries} entries`);
    place.end = skipSpace(text, place.end);
    if (text[place.end] === (isMap ? 0x7d : 0x5d)) break;
    if (text[place.end] !== 0x2c) throw unfit();
    yield;
  }
  place.end += 1;
  return isMap ? map : list;
}

const ordinary = { enumerable: true, configurable: true, writable: true } as const;

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
}

const begin = (at: number): Walk => ({ at, levels: 0, isInString: false, isOver: false });

/** Walks on to an offset at the most. */
function walk(text: Buffer, walked: Walk, to: number): Walk {
  const end = Math.min(to, text.length);
  let { at, levels, isInString } = walked;
  let isOver = false;
  for (; at < end && !isOver; at += 1) {
    const byte = text[at]!;
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        isInString = false;
        isOver = levels === 0;
      }
    } else if (byte === QUOTE) isInString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      levels += 1;
      if (levels > mostLevels) throw new JsonRefused(`JSON nested deeper than ${mostLevels} levels`);
    } else if (byte === 0x7d || byte === 0x5d || byte === 0x2c) {
      if (levels === 0) return Object.assign(walked, { at, levels, isInString, isOver: true });
      if (byte !== 0x2c) levels -= 1;
      isOver = levels === 0 && byte !== 0x2c;
    }
  }
  return Object.assign(walked, { at, levels, isInString, isOver: isOver || at >= text.length });
}

function parse(text: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(text.toString('utf8', start, end));
  } catch {
    throw unfit();
  }
}

const unfit = (): JsonRefused => new JsonRefused('something that is not JSON');
