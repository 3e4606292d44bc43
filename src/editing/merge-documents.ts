import type { NodeId } from '../contract/branded-ids.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { type Changes, changesBetween } from './changes-between.ts';
import type { NodeOperation } from './edit.ts';
import { withoutLaidOutPlaces } from './laid-out-places.ts';
import { conflictsOf, type MergeConflict, type Sides } from './merge-conflicts.ts';
import { operationsOf } from './operations-of-changes.ts';

/** Which side a conflict is left to; without a property all conflicts of the node. */
export interface Choice {
  readonly id: string;
  readonly property?: string | undefined;
  readonly take: 'ours' | 'theirs';
}

interface Documents {
  readonly base: Snapshot;
  readonly ours: Snapshot;
  readonly theirs: Snapshot;
}

/** What theirs has to do to ours, and what nobody chose a side for; with one of these nothing is to be done. */
export interface Merge {
  readonly operations: readonly NodeOperation[];
  readonly conflicts: readonly MergeConflict[];
}

/** Brings together what became of a document on two sides, by node and property. Yields after each node. */
export function* mergeDocuments(
  { base, ours, theirs }: Documents,
  choices: readonly Choice[],
): Generator<void, Merge> {
  const sides: Sides = {
    ours: yield* changesBetween({ before: base, after: ours }),
    theirs: yield* changesBetween({ before: base, after: theirs }),
  };
  yield* withoutLaidOutPlaces(sides.ours);
  yield* withoutLaidOutPlaces(sides.theirs);
  const open: MergeConflict[] = [];
  for (const conflict of yield* conflictsOf(sides)) {
    const take = choiceFor(choices, conflict);
    if (take === undefined) open.push(conflict);
    else if (take === 'ours') giveUp(sides, conflict);
    else restore(sides, conflict);
  }
  return { operations: open.length > 0 ? [] : yield* operationsOf(sides.theirs), conflicts: open };
}

/** A choice for the property itself counts more than one for the node. */
function choiceFor(choices: readonly Choice[], { id, property }: MergeConflict): Choice['take'] | undefined {
  const own = choices.filter((choice) => choice.id === id);
  const exact = own.find((choice) => choice.property !== undefined && choice.property === property);
  return (exact ?? own.find((choice) => choice.property === undefined))?.take;
}

const entryMaps: Readonly<Record<string, string>> = {
  component: 'components',
  componentSet: 'componentSets',
  style: 'styles',
};

/** Theirs does nothing to what the conflict is about. */
function giveUp({ ours, theirs }: Sides, { id: text, property }: MergeConflict): void {
  const id = text as NodeId;
  if (property === 'parent') theirs.moved.delete(id);
  else if (property !== undefined) {
    theirs.changed.get(id)?.delete(property);
    theirs.entries.delete(`${entryMaps[property]} ${id}`);
  } else {
    for (const removed of topRemoved(theirs, id)) theirs.removed.delete(removed);
    for (const part of [theirs.changed, theirs.moved, theirs.added]) part.delete(id);
    if (!ours.removed.has(id)) return;
    for (const [other, row] of [...theirs.added, ...theirs.moved])
      if (isBelow(theirs.after, row, id)) for (const part of [theirs.added, theirs.moved]) part.delete(other);
  }
}

/** All that was removed with a node: it stays whole. */
function topRemoved({ before, removed }: Changes, id: NodeId): NodeId[] {
  let row = removed.get(id);
  if (row === undefined) return [];
  for (let { parent } = before.node(row); parent !== undefined && removed.has(before.node(parent).id); )
    ({ row, parent } = { row: parent, parent: before.node(parent).parent });
  const { subtreeEnd } = before.node(row);
  return [...removed].filter(([, at]) => at >= (row as number) && at < subtreeEnd).map(([one]) => one);
}

function isBelow(document: Snapshot, row: number, id: NodeId): boolean {
  for (let at = document.node(row).parent; at !== undefined; at = document.node(at).parent)
    if (document.node(at).id === id) return true;
  return false;
}

/** Theirs makes anew what ours removed, as it is there. */
function restore({ ours, theirs }: Sides, { id: text, property }: MergeConflict): void {
  const id = text as NodeId;
  if (property !== undefined || !ours.removed.has(id)) return;
  const { before, removed } = ours;
  let row = theirs.after.find(id);
  for (; row !== undefined; row = theirs.after.node(row).parent) {
    const { parent } = theirs.after.node(row);
    if (parent === undefined || !removed.has(theirs.after.node(parent).id)) break;
  }
  if (row === undefined || before.find(id) === undefined) return;
  const { subtreeEnd } = theirs.after.node(row);
  for (let at = row; at < subtreeEnd; at++) {
    const back = theirs.after.node(at).id;
    theirs.added.set(back, at);
    theirs.changed.delete(back);
    theirs.moved.delete(back);
  }
}
