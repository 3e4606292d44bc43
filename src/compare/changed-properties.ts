import { inVoid } from '../document/in-void.ts';
import { glyphsKey } from '../document/node-keys.ts';
import { mostValueBytes, type NodeSpans, nodeSpans, textOfSpan } from '../document/node-values.ts';
import type { PropertyChange, Versions } from './node-change.ts';
import { isSameBox } from './relative-boxes.ts';
import { isSameJson } from './same-json.ts';

/** Boxes that are given in the coordinates of the page, so that they change with whatever a node stands in. */
const boxes = new Set(['absoluteBoundingBox', 'absoluteRenderBounds']);

/**
 * The properties of a node that differ, vector data included, without its children. A box
 * differs where the node's size or its place in its parent does: what moves with its parent has not changed.
 * Undefined is a step that found none.
 */
export function* changedProperties(
  versions: Versions,
  before: number,
  after: number,
): Generator<PropertyChange | undefined, void> {
  const old = yield* inVoid(ownSpans(versions, 'before', before));
  const now = yield* inVoid(ownSpans(versions, 'after', after));
  for (const property of new Set([...old.spans.keys(), ...now.spans.keys()])) {
    const change = changeOf(property, old, now);
    if (change.sizeBytes > mostValueBytes) yield;
    if (property === 'children' || property === glyphsKey || isSame(change, old, now)) continue;
    const places = { before, after, earlier: change.before, later: change.after };
    if (boxes.has(property) && isSameBox(versions, places)) continue;
    yield change;
  }
}

const ownSpans = (versions: Versions, side: 'before' | 'after', index: number) =>
  nodeSpans(versions[side], index, { geometry: true, everything: versions.withPlugins === true });

/** Values of megabytes are read no sooner than somebody asks for them. */
function changeOf(property: string, old: NodeSpans, now: NodeSpans) {
  const [earlier, later] = [old.spans.get(property), now.spans.get(property)];
  return {
    property,
    sizeBytes: Math.max(...[earlier, later].map((span) => (span === undefined ? 0 : span.end - span.start))),
    get before() {
      return earlier && textOfSpan(old, earlier);
    },
    get after() {
      return later && textOfSpan(now, later);
    },
  };
}

/** Of long values the order of what is in them counts. */
function isSame(change: PropertyChange & { readonly sizeBytes: number }, old: NodeSpans, now: NodeSpans) {
  const [earlier, later] = [old.spans.get(change.property), now.spans.get(change.property)];
  if (earlier === undefined || later === undefined) return false;
  const [one, other] = [
    old.bytes.subarray(earlier.start, earlier.end),
    now.bytes.subarray(later.start, later.end),
  ];
  if (one.equals(other)) return true;
  return change.sizeBytes <= mostValueBytes && isSameJson(change.before, change.after);
}
