import type { NodeId } from '../contract/branded-ids.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { VariablesState } from '../variables/state.ts';
import { applyOperations, type Taking } from './apply-operations.ts';
import { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import type { NodeOperation } from './edit.ts';
import { otherNodes } from './edited-document.ts';
import { fitGroups } from './fit-groups.ts';
import { fitOutlines } from './fit-outlines.ts';
import { followBindings } from './follow-bindings.ts';
import { keepEntries } from './keep-entries.ts';
import { type DraftLayout, planDraftLayout } from './lay-out-draft.ts';
import { recombined } from './recombined.ts';

/** How a document is changed. */
export interface Edit extends Taking {
  readonly operations: readonly NodeOperation[];
  /** The first part of the ids of new nodes, by which they are no other's in any branch of the file. */
  readonly session: number;
  readonly variables?: VariablesState | undefined;
}

/** A document that was changed and not laid out yet. */
export interface BegunEdit {
  readonly draft: Draft;
  readonly ids: ReadonlyMap<number, NodeId>;
  readonly layout: DraftLayout;
}

const nothingToLayOut: DraftLayout = { roots: [], touched: new Set(), isPlaced: true };

/**
 * Changes a document, and gives what hangs on it its new values.
 * @throws EditRefused
 */
export function* beginEdit(snapshot: Snapshot, edit: Edit): Generator<void, BegunEdit> {
  const draft = new Draft(snapshot, edit.session);
  yield* draft.readEntries();
  const ids = yield* applyOperations(draft, edit.operations, edit);
  if (edit.asGiven) return { draft, ids, layout: nothingToLayOut };
  if (edit.variables !== undefined) yield* followBindings(draft, edit.variables);
  return { draft, ids, layout: yield* planDraftLayout(draft, edit.isTrusted) };
}

/** A changed document with all that followed. */
export interface EndedEdit {
  readonly draft: Draft;
  /** Nodes with other properties than before. */
  readonly others: readonly DraftNode[];
  /** Nodes that are otherwise, new, elsewhere or gone. */
  readonly changed: number;
}

/** Fits what depends on where nodes came to lie. */
export function* endEdit(draft: Draft, { asGiven }: Pick<Taking, 'asGiven'>): Generator<unknown, EndedEdit> {
  if (!asGiven) {
    const booleans = yield* recombined(draft);
    yield* fitGroups(draft, booleans);
    yield* fitOutlines(draft, booleans);
    yield* keepEntries(draft);
  }
  const others = yield* otherNodes(draft);
  const changed = new Set<DraftNode>();
  for (const nodes of [others, yield* placedElsewhere(draft)])
    for (const node of nodes) {
      yield;
      changed.add(node);
    }
  return { draft, others, changed: changed.size + (yield* gone(draft)) + draft.entries.size };
}

/** Nodes that are new, or stand otherwise than before. The children of a parent are looked through once. */
function* placedElsewhere(draft: Draft): Generator<undefined, DraftNode[]> {
  const places = new Map<DraftNode, BothPlaces>();
  const placed: DraftNode[] = [];
  for (const node of draft.placed) {
    yield;
    const { row, parent } = node;
    if (!draft.isThere(node)) continue;
    if (row === undefined || parent?.row === undefined || draft.snapshot.node(row).parent !== parent.row) {
      placed.push(node);
      continue;
    }
    const known = places.get(parent) ?? {
      before: yield* placesOf(draft.snapshot.children(parent.row)),
      now: yield* placesOf(parent.children),
    };
    places.set(parent, known);
    if (known.before.get(row) !== known.now.get(node)) placed.push(node);
  }
  return placed;
}

interface BothPlaces {
  /** By rows of the document that the change began with. */
  readonly before: ReadonlyMap<number, number>;
  readonly now: ReadonlyMap<DraftNode, number>;
}

function* placesOf<Item>(items: Iterable<Item>): Generator<undefined, ReadonlyMap<Item, number>> {
  const places = new Map<Item, number>();
  for (const item of items) {
    yield;
    places.set(item, places.size);
  }
  return places;
}

function* gone(draft: Draft): Generator<void, number> {
  const size = ({ row = 0 }: DraftNode): number => draft.snapshot.node(row).subtreeEnd - row;
  let count = 0;
  for (const node of draft.taken.keys()) {
    yield;
    if (!draft.isThere(node)) count += size(node);
  }
  return count;
}
