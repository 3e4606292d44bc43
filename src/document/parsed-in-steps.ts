import { type JsonBounds, JsonRefused, jsonInSteps, ordinaryBounds, stepBytes } from './json-in-steps.ts';
import type { Span } from './json-spans.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The value that `JSON.parse` gives of a part of a document, in steps whatever it is: a list, a map, or a text of
 * megabytes, which is read in parts.
 */
export function* parsedInSteps(bytes: Buffer, { start, end }: Span): Generator<void, unknown> {
  if (end - start <= stepBytes) return JSON.parse(bytes.toString('utf8', start, end));
  if (bytes[start] === QUOTE) return yield* textInSteps(bytes, start + 1, end - 1);
  try {
    return yield* jsonInSteps(bytes.subarray(start, end), ofDocuments);
  } catch (error) {
    // More in one piece than is taken of strangers; this is of a document that was taken.
    if (!(error instanceof JsonRefused)) throw error;
    return JSON.parse(bytes.toString('utf8', start, end));
  }
}

/** A document that was taken may have maps of any length. */
const ofDocuments: JsonBounds = { ...ordinaryBounds, mapEntries: Number.POSITIVE_INFINITY };

/** What stands between the quotes of a text. */
function* textInSteps(bytes: Buffer, start: number, end: number): Generator<void, string> {
  let text = '';
  for (let from = start; from < end; ) {
    const to = partEnd(bytes, from, end);
    text += JSON.parse(`"${bytes.toString('utf8', from, to)}"`);
    from = to;
    yield;
  }
  return text;
}

/** Where a part of a text may end: within no escape, and within no character of several bytes. */
function partEnd(bytes: Buffer, from: number, end: number): number {
  if (end - from <= stepBytes) return end;
  const limit = from + stepBytes;
  let at = from;
  for (
    let next = bytes.indexOf(BACKSLASH, at);
    next >= 0 && next < limit;
    next = bytes.indexOf(BACKSLASH, at)
  )
    at = next + (bytes[next + 1] === 0x75 ? 6 : 2);
  if (at >= limit) return at;
  for (at = limit; ((bytes[at] ?? 0) & 0xc0) === 0x80; ) at -= 1;
  return at;
}
