import { constants, inflateRawSync } from 'node:zlib';
import { firstTime, lastTime } from '../iso-time.ts';

/** What the value of a column is, beyond the two kinds of column that a database has. */
export interface KindOfValue {
  /** As it ends the sentence "… is …, and not 7." */
  readonly words: string;
  readonly holds: (value: string | number) => boolean;
}

const isWhole = (value: string | number): value is number => Number.isSafeInteger(value);
const isText = (value: string | number): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
const matching = (pattern: RegExp) => (value: string | number) => isText(value) && pattern.test(value);

function parsed(value: string | number): unknown {
  try {
    return isText(value) ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}

const hasJsonLines = (value: string | number): boolean =>
  isText(value) &&
  (value === '' || value.endsWith('\n')) &&
  value.split('\n').every((line) => line === '' || parsed(line) !== undefined);

const isBase64 = matching(/^[A-Za-z0-9+/]+={0,2}$/);
/** As much of a packed text as tells whether it is one. */
const beginningOfPacked = 4096;

/** Whether it is Base64 of what deflate made, as far as its beginning tells. */
function isPacked(value: string | number): boolean {
  if (!isBase64(value)) return false;
  const packed = String(value);
  const isShort = packed.length <= beginningOfPacked;
  const bytes = Buffer.from(packed.slice(0, beginningOfPacked), 'base64');
  try {
    const text = inflateRawSync(bytes, isShort ? {} : { finishFlush: constants.Z_SYNC_FLUSH });
    return isShort || text.length > 0;
  } catch {
    return false;
  }
}

const blob = matching(/^[0-9a-f]{64}$/);

export const valueKinds = {
  time: {
    words: 'a time between the years 1 and 9999 in whole milliseconds',
    holds: (value) => isWhole(value) && value >= firstTime && value <= lastTime,
  },
  count: { words: 'a whole number from 0 to 2^53', holds: (value) => isWhole(value) && value >= 0 },
  flag: { words: '0 or 1', holds: (value) => value === 0 || value === 1 },
  blob: { words: 'the SHA-256 of a blob in hex', holds: blob },
  /** Of a design: the blob of a whole one, or of the difference from one. */
  snapshot: { words: 'the SHA-256 of a blob in hex', holds: blob },
  key: {
    words: 'a key of letters, digits, "-" and "_", 128 at the most',
    holds: matching(/^[A-Za-z0-9_-]{1,128}$/),
  },
  node: { words: 'the id of a node', holds: (value) => isText(value) && value !== '' },
  version: { words: 'digits, 64 at the most', holds: matching(/^[0-9]{1,64}$/) },
  id: {
    words: 'an id of letters, digits, "_", ".", ":" and "-", 128 at the most',
    holds: matching(/^[A-Za-z0-9_.:-]{1,128}$/),
  },
  json: { words: 'JSON', holds: (value) => parsed(value) !== undefined },
  /** An older row is not packed, or one object. */
  lines: {
    words: 'JSON, each line by itself, packed or not',
    holds: (value) => isPacked(value) || parsed(value) !== undefined || hasJsonLines(value),
  },
  packed: { words: 'packed text', holds: isPacked },
  list: { words: 'a JSON array', holds: (value) => Array.isArray(parsed(value)) },
  text: { words: 'text of whole characters', holds: isText },
} as const satisfies Readonly<Record<string, KindOfValue>>;

export type ValueKind = keyof typeof valueKinds;
