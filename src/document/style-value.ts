import { nodeSpans, textOfSpan } from './node-values.ts';
import { atOnce } from './run-at-once.ts';
import type { Snapshot } from './snapshot.ts';

/** What a node's `styles` say a style is for → the property that it gives. */
const properties = new Map([
  ['fill', 'fills'],
  ['fills', 'fills'],
  ['stroke', 'strokes'],
  ['strokes', 'strokes'],
  ['text', 'style'],
  ['effect', 'effects'],
  ['grid', 'layoutGrids'],
]);

/**
 * The value of a style as JSON text, read from a node that uses it: paints, a text style, effects or grids.
 * Documents hold no values of styles but these.
 */
export function styleValue(snapshot: Snapshot, styleId: string, user: number): string | undefined {
  return atOnce(styleBytes(snapshot, styleId, user))?.toString('utf8');
}

/** Its bytes, in steps. */
export function* styleBytes(
  snapshot: Snapshot,
  styleId: string,
  user: number,
): Generator<void, Buffer | undefined> {
  const node = yield* nodeSpans(snapshot, user);
  const said = node.spans.get('styles');
  const uses = Object.entries(objectIn(said && textOfSpan(node, said)));
  const [use = ''] = uses.find(([, id]) => id === styleId) ?? [];
  const span = node.spans.get(properties.get(use) ?? '');
  return span && node.bytes.subarray(span.start, span.end);
}

function objectIn(text = 'null'): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}
