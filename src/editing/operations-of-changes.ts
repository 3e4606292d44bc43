import type { NodeId } from '../contract/branded-ids.ts';
import { glyphsKey } from '../document/node-keys.ts';
import { someValues } from '../document/node-values.ts';
import { readAllInSteps } from '../document/read-node.ts';
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

/**
 * Operations that make of the earlier document the later one: what stands above comes before what is in it. Yields
 * while it reads nodes.
 */
export function* operationsOf(changes: Changes): Generator<void, NodeOperation[]> {
  const { after, entries } = changes;
  const operations = [...(yield* arrivalsOf(changes)), ...(yield* removalsOf(changes))];
  for (const [row, properties] of [...(yield* givenOf(changes))].sort(([one], [other]) => one - other))
    operations.push({ op: 'set', id: after.node(row).id, properties });
  for (const { map, id, after: value } of entries.values())
    operations.push({ op: 'set', id, properties: { [entryNames[map]]: parsed(value) ?? null } });
  return operations;
}

function* arrivalsOf({ after, added, moved }: Changes): Generator<void, NodeOperation[]> {
  const arrivals = [...added, ...moved].sort(([, one], [, other]) => one - other);
  const siblings = siblingsIn(after);
  const operations: NodeOperation[] = [];
  for (const [id, row] of arrivals) {
    yield;
    const place = { ...(yield* placeOf(after, row)), behind: yield* siblings(row) };
    if (added.has(id)) operations.push({ op: 'insert', ...place, node: yield* readAllInSteps(after, row) });
    else operations.push({ op: 'move', id, ...place });
  }
  return operations;
}

/** Of what was removed together the top alone. */
function* removalsOf({ before, removed }: Changes): Generator<void, NodeOperation[]> {
  const operations: NodeOperation[] = [];
  for (const [id, row] of removed) {
    yield;
    const { parent } = before.node(row);
    const isTop = parent === undefined || !removed.has(before.node(parent).id);
    if (isTop) operations.push({ op: 'remove', id });
  }
  return operations;
}

/** Properties by the row of their node. */
function* givenOf({
  after,
  changed,
  moved,
  added,
}: Changes): Generator<void, Map<number, Record<string, unknown>>> {
  const given = new Map<number, Record<string, unknown>>();
  const give = (row: number, properties: Record<string, unknown>): void => {
    given.set(row, { ...given.get(row), ...properties });
  };
  for (const row of moved.values()) give(row, yield* boxesOf(after, row));
  for (const [id, values] of changed) {
    const row = rowOf(after, id);
    for (const [key, value] of values) {
      yield;
      give(row, { [key]: parsed(value.after) });
    }
    if (textKeys.some((key) => values.has(key))) give(row, yield* glyphsOf(after, row));
    // What stayed where it was while its parent moved is told as unchanged where all of it is the same.
    if (!values.has('absoluteBoundingBox')) continue;
    for (const child of after.children(row))
      if (!added.has(after.node(child).id)) give(child, yield* boxesOf(after, child));
  }
  return new Map([...given].filter(([, properties]) => Object.keys(properties).length > 0));
}

/** How a text looked where it was saved goes with what it says; no answer has it, so that no comparison tells it. */
function* glyphsOf(document: Snapshot, row: number): Generator<void, Record<string, unknown>> {
  const { [glyphsKey]: glyphs } = yield* readAllInSteps(document, row);
  return glyphs === undefined ? {} : { [glyphsKey]: glyphs };
}

const boxKeys = new Set(['absoluteBoundingBox', 'absoluteRenderBounds']);

function* boxesOf(document: Snapshot, row: number): Generator<void, Record<string, unknown>> {
  const boxes = yield* someValues(document, row, boxKeys);
  return Object.fromEntries([...boxes].map(([key, value]) => [key, parsed(value)]));
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

const rowOf = (document: Snapshot, id: NodeId): number => document.find(id) ?? 0;

/** Where a node stands, and where the box of its parent begins. */
function* placeOf(document: Snapshot, row: number) {
  const { parent = 0 } = document.node(row);
  const { absoluteBoundingBox: box } = yield* boxesOf(document, parent);
  return { parent: document.node(parent).id, origin: pointOf(box) ?? { x: 0, y: 0 } };
}

/** The id of the sibling before a node, or null; the children of a parent are looked through once, in steps. */
function siblingsIn(document: Snapshot): (row: number) => Generator<void, string | null> {
  const known = new Map<number, ReadonlyMap<number, number>>();
  function* before(parent: number): Generator<void, ReadonlyMap<number, number>> {
    const siblings = new Map<number, number>();
    let last: number | undefined;
    for (const row of document.children(parent)) {
      yield;
      if (last !== undefined) siblings.set(row, last);
      last = row;
    }
    return siblings;
  }
  return function* (row) {
    const { parent = 0 } = document.node(row);
    const siblings = known.get(parent) ?? (yield* before(parent));
    known.set(parent, siblings);
    const sibling = siblings.get(row);
    return sibling === undefined ? null : document.node(sibling).id;
  };
}
