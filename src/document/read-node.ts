import { textOfBody } from './body-text.ts';
import { nodeSpans, someValues } from './node-values.ts';
import { parsedInSteps } from './parsed-in-steps.ts';
import type { Snapshot } from './snapshot.ts';

/** A node as it is shown now, vector data included, without its children. */
export const readOwn = (document: Snapshot, index: number): Readonly<Record<string, unknown>> =>
  JSON.parse(textOfBody(document, document.subtree(index, { depth: 0, geometry: true })));

const mostAtOnceBytes = 64 * 1024;

/** The same in steps, whatever the node says of itself. */
export function* readOwnInSteps(
  document: Snapshot,
  index: number,
): Generator<void, Readonly<Record<string, unknown>>> {
  const { sizeBytes } = document.subtree(index, { depth: 0, geometry: true });
  if (sizeBytes <= mostAtOnceBytes) return readOwn(document, index);
  return Object.fromEntries(yield* readValues(document, index, { geometry: true }));
}

/** All that a node says of itself, with what plugins wrote and its glyphs, without its children. In steps. */
export function* readAllInSteps(document: Snapshot, index: number): Generator<void, Record<string, unknown>> {
  const { children: _none, ...all } = Object.fromEntries(
    yield* readValues(document, index, { everything: true }),
  );
  return all;
}

function* readValues(
  document: Snapshot,
  index: number,
  selected: Parameters<typeof nodeSpans>[2],
): Generator<void, [string, unknown][]> {
  const { bytes, spans } = yield* nodeSpans(document, index, selected);
  const read: [string, unknown][] = [];
  for (const [key, span] of spans) read.push([key, yield* parsedInSteps(bytes, span)]);
  return read;
}

/** A node without vector data, in steps; of a node that says much without its longest values. */
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
