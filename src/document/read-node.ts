import { textOfBody } from './body-text.ts';
import { someValues } from './node-values.ts';
import type { Snapshot } from './snapshot.ts';

/** A node as it is shown now, vector data included, without its children. */
export const readOwn = (document: Snapshot, index: number): Readonly<Record<string, unknown>> =>
  JSON.parse(textOfBody(document, document.subtree(index, { depth: 0, geometry: true })));

const mostAtOnceBytes = 64 * 1024;

/** The same without vector data, in steps; of a node that says much without its longest values. */
export function* readShown(
  document: Snapshot,
  index: number,
): Generator<void, Readonly<Record<string, unknown>>> {
  const body = document.subtree(index, { depth: 0 });
  if (body.sizeBytes <= mostAtOnceBytes) return JSON.parse(textOfBody(document, body));
  const read: [string, unknown][] = [];
  for (const [key, value] of yield* someValues(document, index)) {
    read.push([key, JSON.parse(value)]);
    if (value.length > mostAtOnceBytes) yield;
  }
  return Object.fromEntries(read);
}
