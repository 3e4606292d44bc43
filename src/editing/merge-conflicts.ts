import { isSameJson } from '../compare/same-json.ts';
import type { NodeId } from '../contract/branded-ids.ts';
import type { Span } from '../document/json-spans.ts';
import { type NodeSpans, nodeSpans, textOfSpan } from '../document/node-values.ts';
import type { Changes, TwoValues } from './changes-between.ts';
import { mergedOverrides } from './merged-overrides.ts';

/** Two documents that began as one, as what became of it in each. */
export interface Sides {
  /** What is changed by the merge. */
  readonly ours: Changes;
  readonly theirs: Changes;
}

/** Something that both changed, each in its own way. */
export interface MergeConflict {
  readonly id: string;
  /** Absent where one side removed the node, or both made it. */
  readonly property?: string;
  readonly reason: string;
  /** Values as JSON; absent where a side has none. */
  readonly base?: string | undefined;
  readonly ours?: string | undefined;
  readonly theirs?: string | undefined;
  /** Of the longest value, where it is known; of megabytes that of the base may be left out. */
  readonly sizeBytes?: number | undefined;
}

/** What can't be left to either side. Yields after each node. */
export function* conflictsOf(sides: Sides): Generator<void, MergeConflict[]> {
  const conflicts: MergeConflict[] = [];
  for (const [id, values] of sides.theirs.changed) {
    yield;
    if (sides.ours.removed.has(id))
      conflicts.push({ id, reason: 'It was removed by ours, and changed by theirs.' });
    else yield* conflictsOfProperties(sides, id, { values, conflicts });
  }
  yield* conflictsOfPlaces(sides, conflicts);
  yield* conflictsOfRemoved(sides, conflicts);
  for (const [name, theirs] of sides.theirs.entries) {
    const ours = sides.ours.entries.get(name);
    if (ours === undefined || isSameJson(ours.after, theirs.after)) continue;
    const property = { components: 'component', componentSets: 'componentSet', styles: 'style' }[theirs.map];
    conflicts.push(conflictOf(theirs.id, property, theirs, ours));
  }
  return conflicts;
}

/** Vector data and bounds are drawn from the rest: those of theirs do. */
const drawn = new Set(['absoluteRenderBounds', 'fillGeometry', 'strokeGeometry']);

/** Yields after each property: comparing values of megabytes takes a while. */
function* conflictsOfProperties(
  { ours }: Sides,
  id: NodeId,
  { values, conflicts }: { values: Map<string, TwoValues>; conflicts: MergeConflict[] },
): Generator<void, void> {
  const own = ours.changed.get(id);
  for (const [property, theirs] of values) {
    yield;
    const mine = own?.get(property);
    if (mine === undefined || isSameJson(mine.after, theirs.after) || drawn.has(property)) continue;
    if (property === 'overrides') values.set(property, mergedOverrides(mine, theirs));
    else conflicts.push(conflictOf(id, property, theirs, mine));
  }
}

const conflictOf = (id: string, property: string, theirs: TwoValues, ours: TwoValues): MergeConflict => ({
  id,
  property,
  reason: 'Both changed it.',
  base: theirs.before,
  ours: ours.after,
  theirs: theirs.after,
  sizeBytes: Math.max(ours.sizeBytes ?? 0, theirs.sizeBytes ?? 0),
});

/** Nodes that both put somewhere, or that theirs puts into what ours removed or into itself. */
function* conflictsOfPlaces({ ours, theirs }: Sides, conflicts: MergeConflict[]): Generator<void, void> {
  for (const [id, row] of [...theirs.moved, ...theirs.added]) {
    yield;
    const parent = parentIn(theirs.after, row);
    const mine = ours.moved.get(id) ?? ours.added.get(id);
    if (ours.removed.has(id)) conflicts.push({ id, reason: 'It was removed by ours, and moved by theirs.' });
    else if (ours.removed.has(parent))
      conflicts.push({ id: parent, reason: `It was removed by ours, and theirs put ${id} into it.` });
    else if (mine !== undefined && theirs.added.has(id)) {
      const [one, other] = [yield* nodeSpans(ours.after, mine), yield* nodeSpans(theirs.after, row)];
      if (!(yield* isSameNode(one, other))) conflicts.push({ id, reason: 'Both made a node with this id.' });
    } else if (mine !== undefined && parentIn(ours.after, mine) !== parent) {
      const [one, other] = [parentIn(ours.after, mine), parent].map((value) => JSON.stringify(value));
      conflicts.push({ id, property: 'parent', reason: 'Both moved it.', ours: one, theirs: other });
    } else if (isInItself({ ours, theirs }, id, parent))
      conflicts.push({
        id,
        property: 'parent',
        reason: 'By both moves it would stand in itself.',
        theirs: JSON.stringify(parent),
      });
  }
}

/** Of long values the order of what is in them counts. */
function* isSameNode(one: NodeSpans, other: NodeSpans): Generator<void, boolean> {
  if (one.spans.size !== other.spans.size) return false;
  for (const [key, span] of one.spans) {
    yield;
    const same = other.spans.get(key);
    if (same === undefined) return false;
    const [mine, theirs] = [valueBytes(one, span), valueBytes(other, same)];
    if (!mine.equals(theirs) && !isSameJson(textOfSpan(one, span), textOfSpan(other, same))) return false;
  }
  return true;
}

const valueBytes = ({ bytes }: NodeSpans, { start, end }: Span): Buffer => bytes.subarray(start, end);

const parentIn = (document: Changes['after'], row: number): NodeId =>
  document.node(document.node(row).parent ?? 0).id;

function isInItself({ ours, theirs }: Sides, id: NodeId, parent: NodeId): boolean {
  if (theirs.added.has(id)) return false;
  const seen = new Set<NodeId>();
  for (let at: NodeId | undefined = parent; at !== undefined && !seen.has(at); ) {
    if (at === id) return true;
    seen.add(at);
    const moved: number | undefined = theirs.moved.get(at) ?? theirs.added.get(at);
    const row: number | undefined = moved ?? ours.after.find(at);
    const document: Changes['after'] = moved === undefined ? ours.after : theirs.after;
    const above: number | undefined = row === undefined ? undefined : document.node(row).parent;
    at = above === undefined ? undefined : document.node(above).id;
  }
  return false;
}

/** Nodes that theirs removed, and in which ours did something. */
function* conflictsOfRemoved({ ours, theirs }: Sides, conflicts: MergeConflict[]): Generator<void, void> {
  for (const id of ours.changed.keys()) {
    yield;
    if (theirs.removed.has(id))
      conflicts.push({ id, reason: 'It was changed by ours, and removed by theirs.' });
  }
  for (const [id, row] of [...ours.moved, ...ours.added]) {
    yield;
    const parent = parentIn(ours.after, row);
    if (theirs.removed.has(id))
      conflicts.push({ id, reason: 'It was moved by ours, and removed by theirs.' });
    else if (theirs.removed.has(parent) && !ours.added.has(parent))
      conflicts.push({ id: parent, reason: `Ours put ${id} into it, and theirs removed it.` });
  }
}
