import { nodeValues, objectOf } from './node-values.ts';
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
  const values = nodeValues(snapshot, user);
  const uses = Object.entries(objectOf(values, 'styles'));
  const [use = ''] = uses.find(([, id]) => id === styleId) ?? [];
  return values.get(properties.get(use) ?? '');
}
