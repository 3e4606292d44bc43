import type { Snapshot } from '../document/snapshot.ts';
import { changesBetween } from './changes-between.ts';
import type { NodeOperation } from './edit.ts';
import { withoutLaidOutPlaces } from './laid-out-places.ts';
import { conflictsOf, type MergeConflict, type Sides } from './merge-conflicts.ts';
import { operationsOf } from './operations-of-changes.ts';
import { TakenSides } from './taken-sides.ts';

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
  const choiceFor = yield* choicesByNode(choices);
  const taken = new TakenSides(sides);
  for (const conflict of yield* conflictsOf(sides)) {
    yield;
    const take = choiceFor(conflict);
    if (take === undefined) open.push(conflict);
    else if (take === 'ours') yield* taken.takeOurs(conflict);
    else yield* taken.takeTheirs(conflict);
  }
  return { operations: open.length > 0 ? [] : yield* operationsOf(sides.theirs), conflicts: open };
}

/** Finds the choice for a conflict; one for the property itself counts more than one for the node. */
function* choicesByNode(
  choices: readonly Choice[],
): Generator<void, (conflict: MergeConflict) => Choice['take'] | undefined> {
  const found = new Map<string, Choice['take']>();
  const nameOf = (id: string, property: string | undefined) => JSON.stringify([id, property]);
  for (const { id, property, take } of choices) {
    yield;
    const name = nameOf(id, property);
    if (!found.has(name)) found.set(name, take);
  }
  return ({ id, property }) => found.get(nameOf(id, property)) ?? found.get(nameOf(id, undefined));
}
