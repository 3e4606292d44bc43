import type { NodeId } from '../contract/branded-ids.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { MergeConflict, Sides } from './merge-conflicts.ts';

const entryMaps: Readonly<Record<string, string>> = {
  component: 'components',
  componentSet: 'componentSets',
  style: 'styles',
};

/**
 * Makes of theirs what the sides come to that were taken, conflict by conflict: the last word counts. What is removed
 * or made anew together is gone through once, however many conflicts are in it.
 */
export class TakenSides {
  readonly #sides: Sides;
  /** By the top of what ours removed and theirs made anew: what was given up of it since. */
  readonly #givenUp = new Map<number, number[]>();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /** Theirs does nothing to what the conflict is about. Yields after each node. */
  *takeOurs({ id: text, property }: MergeConflict): Generator<void, void> {
    const { theirs } = this.#sides;
    const id = text as NodeId;
    if (property === 'parent') theirs.moved.delete(id);
    else if (property !== undefined) {
      theirs.changed.get(id)?.delete(property);
      theirs.entries.delete(`${entryMaps[property]} ${id}`);
    } else {
      yield* this.#keepRemoved(id);
      yield* this.#giveUp(id);
      for (const part of [theirs.changed, theirs.moved, theirs.added]) part.delete(id);
    }
  }

  /** All that theirs removed with a node stays whole. */
  *#keepRemoved(id: NodeId): Generator<void, void> {
    const { before, removed } = this.#sides.theirs;
    const row = removed.get(id);
    if (row === undefined) return;
    const top = topOf(before, row, removed);
    for (let at = top; at < before.node(top).subtreeEnd; at++) {
      yield;
      removed.delete(before.node(at).id);
    }
  }

  /** What theirs puts into a node that ours removed does not come, nor does the node. */
  *#giveUp(id: NodeId): Generator<void, void> {
    const { ours, theirs } = this.#sides;
    const { after, added, moved } = theirs;
    const row = after.find(id);
    if (row === undefined || added.size + moved.size === 0) return;
    const givenUp = this.#madeAnewAround(row);
    const end = ours.removed.has(id) ? after.node(row).subtreeEnd : row + 1;
    for (let at = row; at < end; at++) {
      yield;
      const below = after.node(at).id;
      const isGone = [added.delete(below), moved.delete(below)].includes(true);
      if (isGone) for (const rows of givenUp) rows.push(at);
    }
  }

  #madeAnewAround(row: number): number[][] {
    const { after } = this.#sides.theirs;
    const lists: number[][] = [];
    for (let at: number | undefined = row; at !== undefined; at = after.node(at).parent) {
      const rows = this.#givenUp.get(at);
      if (rows !== undefined) lists.push(rows);
    }
    return lists;
  }

  /** Theirs makes anew what ours removed, as it is there. Yields after each node. */
  *takeTheirs({ id: text, property }: MergeConflict): Generator<void, void> {
    const id = text as NodeId;
    const { ours, theirs } = this.#sides;
    const { after, added, changed, moved } = theirs;
    const row = after.find(id);
    if (property !== undefined || row === undefined || !ours.removed.has(id)) return;
    const top = topOf(after, row, ours.removed);
    for (const at of this.#givenUp.get(top) ?? rowsOf(after, top)) {
      yield;
      const back = after.node(at).id;
      added.set(back, at);
      changed.delete(back);
      moved.delete(back);
    }
    this.#givenUp.set(top, []);
  }
}

/** The topmost node above a row, or the row itself, with nothing between them that is not among these. */
function topOf(document: Snapshot, row: number, among: ReadonlyMap<NodeId, number>): number {
  let top = row;
  for (let { parent } = document.node(top); parent !== undefined; { parent } = document.node(top)) {
    if (!among.has(document.node(parent).id)) break;
    top = parent;
  }
  return top;
}

function* rowsOf(document: Snapshot, top: number): Generator<number, void> {
  const { subtreeEnd } = document.node(top);
  for (let row = top; row < subtreeEnd; row++) yield row;
}
