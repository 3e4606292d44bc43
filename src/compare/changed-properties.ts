import { glyphsKey } from '../document/node-keys.ts';
import { nodeValues } from '../document/node-values.ts';
import type { PropertyChange, Versions } from './node-change.ts';
import { isSameBox } from './relative-boxes.ts';
import { isSameJson } from './same-json.ts';

/** Boxes that are given in the coordinates of the page, so that they change with whatever a node stands in. */
const boxes = new Set(['absoluteBoundingBox', 'absoluteRenderBounds']);

type Values = ReadonlyMap<string, string>;

/**
 * The properties of a node that differ, vector data included, without its children. A box
 * differs where the node's size or its place in its parent does: what moves with its parent has not changed.
 */
export function* changedProperties(
  versions: Versions,
  before: number,
  after: number,
): Generator<PropertyChange> {
  const [old, now] = [ownValues(versions, 'before', before), ownValues(versions, 'after', after)];
  for (const property of new Set([...old.keys(), ...now.keys()])) {
    const [earlier, later] = [old.get(property), now.get(property)];
    if (property === 'children' || property === glyphsKey || isSameJson(earlier, later)) continue;
    if (boxes.has(property) && isSameBox(versions, { before, after, earlier, later })) continue;
    yield { property, before: earlier, after: later };
  }
}

export const hasChangedProperties = (versions: Versions, before: number, after: number): boolean =>
  changedProperties(versions, before, after).next().done === false;

const ownValues = (versions: Versions, side: 'before' | 'after', index: number): Values =>
  nodeValues(versions[side], index, { geometry: true, everything: versions.withPlugins === true });
