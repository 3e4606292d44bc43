import type { NodeId } from '../contract/branded-ids.ts';
import { glyphsKey } from '../document/node-keys.ts';
import { someValues } from '../document/node-values.ts';
import { readAllInSteps } from '../document/read-node.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { EntryMap } from '../document/snapshot-entries.ts';
import { textKeys } from '../document/text-mark.ts';
import { type PointJson, pointOf } from '../render/scene/json-values.ts';
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
  const given = yield* givenOf(changes);
  for (const row of inOrder(given.keys())) {
    yield;
    const properties = given.get(row) ?? {};
    if (Object.keys(properties).length > 0)
      operations.push({ op: 'set', id: after.node(row).id, properties });
  }
  for (const { map, id, after: value } of entries.values()) {
    yield;
    operations.push({ op: 'set', id, properties: { [entryNames[map]]: parsed(value) ?? null } });
  }
  return operations;
}

/** Hundreds of thousands of numbers are sorted in a moment as such, and in a tenth of a second as what they stand in. */
const inOrder = (rows: Iterable<number>): Uint32Array => Uint32Array.from(rows).sort();

function* arrivalsOf({ after, added, moved }: Changes): Generator<void, NodeOperation[]> {
  const siblings = siblingsIn(after);
  const places = new Map<number, PlaceIn>();
  const operations: NodeOperation[] = [];
  for (const row of inOrder([...added.values(), ...moved.values()])) {
    yield;
    const { id } = after.node(row);
    const { parent = 0 } = after.node(row);
    const place = places.get(parent) ?? (yield* placeIn(after, parent));
    places.set(parent, place);
    const behind = yield* siblings(row);
    if (added.has(id))
      operations.push({ op: 'insert', ...place, behind, node: yield* readAllInSteps(after, row) });
    else operations.push({ op: 'move', id, ...place, behind });
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

/** Properties by the row of their node; of some nodes there are none. */
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
  for (const row of moved.values()) {
    yield;
    give(row, yield* boxesOf(after, row));
  }
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
  return given;
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

/** What a node stands in, and where the box of that begins. */
interface PlaceIn {
  readonly parent: NodeId;
  readonly origin: PointJson;
}

function* placeIn(document: Snapshot, parent: number): Generator<void, PlaceIn> {
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
