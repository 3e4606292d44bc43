import { bytesOfBody } from './body-text.ts';
import { skipSpace } from './json-spans.ts';
import { stepBytes, valueEndInSteps } from './json-spans-in-steps.ts';
import type { Snapshot } from './snapshot.ts';

/** A longer value is left out. */
export const mostValueBytes = 1024 * 1024;
const mostKeyBytes = 256;

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
