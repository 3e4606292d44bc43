import type { NodeId } from '../contract/branded-ids.ts';
import { glyphsKey } from '../document/node-keys.ts';
import { nodeValues } from '../document/node-values.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { EntryMap } from '../document/snapshot-entries.ts';
import { textKeys } from '../document/text-mark.ts';
import { pointOf } from '../render/scene/json-values.ts';
import type { Changes } from './changes-between.ts';
import type { NodeOperation } from './edit.ts';

const entryNames: Readonly<Record<EntryMap, string>> = {
  components: 'component',
  componentSets: 'componentSet',
  styles: 'style',
};

/** Operations that make of the earlier document the later one: what stands above comes before what is in it. */
export function* operationsOf(changes: Changes): Generator<NodeOperation, void> {
  const { before, after } = changes;
  const arrivals = [...changes.added, ...changes.moved].sort(([, one], [, other]) => one - other);
  const siblings = siblingsIn(after);
  for (const [id, row] of arrivals) {
    const place = { ...placeOf(after, row), behind: siblings(row) };
    if (changes.added.has(id)) yield { op: 'insert', ...place, node: ownOf(after, row) };
    else yield { op: 'move', id, ...place };
  }
  for (const [id, row] of changes.removed) {
    const { parent } = before.node(row);
    if (parent === undefined || !changes.removed.has(before.node(parent).id)) yield { op: 'remove', id };
  }
  const given = givenOf(changes);
  for (const [row, properties] of [...given].sort(([one], [other]) => one - other))
    yield { op: 'set', id: after.node(row).id, properties };
  for (const { map, id, after: value } of changes.entries.values())
    yield { op: 'set', id, properties: { [entryNames[map]]: parsed(value) ?? null } };
}

/** Properties by the row of their node. */
function givenOf({ after, changed, moved, added }: Changes): Map<number, Record<string, unknown>> {
  const given = new Map<number, Record<string, unknown>>();
  const give = (row: number, properties: Record<string, unknown>): void => {
    given.set(row, { ...given.get(row), ...properties });
  };
  for (const row of moved.values()) give(row, boxesOf(after, row));
  for (const [id, values] of changed) {
    const row = rowOf(after, id);
    give(row, Object.fromEntries([...values].map(([key, value]) => [key, parsed(value.after)])));
    if (textKeys.some((key) => values.has(key))) give(row, glyphsOf(after, row));
    // What stayed where it was while its parent moved is told as unchanged where all of it is the same.
    if (!values.has('absoluteBoundingBox')) continue;
    for (const child of after.children(row))
      if (!added.has(after.node(child).id)) give(child, boxesOf(after, child));
  }
  return new Map([...given].filter(([, properties]) => Object.keys(properties).length > 0));
}

/** How a text looked where it was saved goes with what it says; no answer has it, so that no comparison tells it. */
function glyphsOf(document: Snapshot, row: number): Record<string, unknown> {
  const glyphs = nodeValues(document, row, { everything: true }).get(glyphsKey);
  return glyphs === undefined ? {} : { [glyphsKey]: parsed(glyphs) };
}

function boxesOf(document: Snapshot, row: number): Record<string, unknown> {
  const values = nodeValues(document, row);
  const keys = ['absoluteBoundingBox', 'absoluteRenderBounds'].filter((key) => values.has(key));
  return Object.fromEntries(keys.map((key) => [key, parsed(values.get(key))]));
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

const rowOf = (document: Snapshot, id: NodeId): number => document.find(id) ?? 0;

function ownOf(document: Snapshot, row: number): Record<string, unknown> {
  const values = [...nodeValues(document, row, { everything: true })];
  return Object.fromEntries(
    values.filter(([key]) => key !== 'children').map(([key, value]) => [key, parsed(value)]),
  );
}

/** Where a node stands, and where the box of its parent begins. */
function placeOf(document: Snapshot, row: number) {
  const { parent = 0 } = document.node(row);
  const box = parsed(nodeValues(document, parent).get('absoluteBoundingBox'));
  return { parent: document.node(parent).id, origin: pointOf(box) ?? { x: 0, y: 0 } };
}

/** The id of the sibling before a node, or null; the children of a parent are looked through once. */
function siblingsIn(document: Snapshot): (row: number) => string | null {
  const known = new Map<number, ReadonlyMap<number, number>>();
  const before = (parent: number): ReadonlyMap<number, number> => {
    const rows = [...document.children(parent)];
    return new Map(rows.slice(1).map((row, place) => [row, rows[place] as number]));
  };
  return (row) => {
    const { parent = 0 } = document.node(row);
    const siblings = known.get(parent) ?? before(parent);
    known.set(parent, siblings);
    const sibling = siblings.get(row);
    return sibling === undefined ? null : document.node(sibling).id;
  };
}
