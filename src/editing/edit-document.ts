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
  const placed = [...draft.placed].filter((node) => draft.isThere(node) && isElsewhere(draft, node));
  const changed = new Set([...others, ...placed]).size + gone(draft);
  return { draft, others, changed: changed + draft.entries.size };
}

/** Whether a node is new, or stands otherwise than before. */
function isElsewhere(draft: Draft, node: DraftNode): boolean {
  const { row, parent } = node;
  if (row === undefined || parent === undefined) return true;
  const before = draft.snapshot.node(row).parent;
  if (before !== parent.row) return true;
  return parent.childrenBefore().indexOf(node) !== parent.children.indexOf(node);
}

function gone(draft: Draft): number {
  const size = ({ row = 0 }: DraftNode): number => draft.snapshot.node(row).subtreeEnd - row;
  let count = 0;
  for (const node of draft.taken.keys()) if (!draft.isThere(node)) count += size(node);
  return count;
}
