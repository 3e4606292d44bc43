/** Reads values of a file, which may be anything: what is not of the wanted kind is undefined. */
export type Json = unknown;

/** Beyond it neighbouring floats of 32 bits lie more than a pixel apart. */
const farthest = 1e7;

/** A finite number, clamped to where floats still tell pixels apart. */
export function numberOf(value: Json): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Math.max(-farthest, Math.min(farthest, value));
}

export const numberOr = (value: Json, otherwise: number): number => numberOf(value) ?? otherwise;

/** A number within limits, the limits included. */
export const within = (value: Json, least: number, most: number, otherwise: number): number =>
  Math.max(least, Math.min(most, numberOr(value, otherwise)));

export const stringOf = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);

export const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

export type JsonRecord = Readonly<Record<string, Json>>;

export const recordOf = (value: Json): JsonRecord | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonRecord) : undefined;

/** The records of a list; anything else in it is passed over. */
export function recordsOf(value: Json): JsonRecord[] {
  const records: JsonRecord[] = [];
  for (const entry of listOf(value)) {
    const record = recordOf(entry);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** One of the words that a table knows. */
export const wordOf = <Word extends string>(
  value: Json,
  words: Readonly<Record<Word, unknown>>,
): Word | undefined =>
  typeof value === 'string' && Object.hasOwn(words, value) ? (value as Word) : undefined;

export type PointJson = { readonly x: number; readonly y: number };

export function pointOf(value: Json): PointJson | undefined {
  const record = recordOf(value);
  const x = numberOf(record?.x);
  const y = numberOf(record?.y);
  return x === undefined || y === undefined ? undefined : { x, y };
}
