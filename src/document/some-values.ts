import { bytesOfBody } from './body-text.ts';
import { skipSpace, wordEnd } from './json-spans.ts';
import type { Snapshot } from './snapshot.ts';

/** A longer value is left out. */
export const mostValueBytes = 1024 * 1024;
const stepBytes = 256 * 1024;
const mostKeyBytes = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Properties of one node, each as JSON text; where keys are given no other is decoded. In steps, whatever the node
 * holds: a name or a list of megabytes is walked over.
 */
export function* someValues(
  snapshot: Snapshot,
  index: number,
  keys?: ReadonlySet<string>,
): Generator<void, ReadonlyMap<string, string>> {
  const text = yield* bytesOfBody(snapshot, snapshot.subtree(index, { depth: 0 }));
  const values = new Map<string, string>();
  let stepEnd = stepBytes;
  for (let at = skipSpace(text, 1); text[at] !== 0x7d; ) {
    if (text[at] === COMMA) at = skipSpace(text, at + 1);
    const keyEnd = yield* valueEndInSteps(text, at);
    const key = keyEnd - at > mostKeyBytes ? '' : (JSON.parse(text.toString('utf8', at, keyEnd)) as string);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = yield* valueEndInSteps(text, start);
    const isWanted = keys === undefined || keys.has(key);
    if (isWanted && end - start <= mostValueBytes) values.set(key, text.toString('utf8', start, end));
    at = skipSpace(text, end);
    if (at > stepEnd) yield;
    if (at > stepEnd) stepEnd = at + stepBytes;
  }
  return values;
}

/** Behind a value that begins there. */
function* valueEndInSteps(text: Uint8Array, start: number): Generator<void, number> {
  const first = text[start];
  if (first !== QUOTE && first !== 0x7b && first !== 0x5b) return wordEnd(text, start);
  let [levels, isInString, stepEnd] = [0, false, start + stepBytes];
  for (let at = start; ; at += 1) {
    const byte = text[at]!;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === BACKSLASH) at += 1;
    else if (!isInString && (byte === 0x7b || byte === 0x5b)) levels += 1;
    else if (!isInString && (byte === 0x7d || byte === 0x5d)) levels -= 1;
    if (levels === 0 && !isInString) return at + 1;
    if (at < stepEnd) continue;
    yield;
    stepEnd = at + stepBytes;
  }
}
