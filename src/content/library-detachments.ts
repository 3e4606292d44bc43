import { exactNodeId } from '../contract/branded-ids.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { libraryUsers } from './library-uses.ts';

/**
 * How many nodes were detached from each of the assets named, between a document and the one after it: they are
 * still there and use it no more. What was removed was not detached, and neither was an instance that is one of
 * another component now.
 */
export function* libraryDetachments(
  before: Snapshot,
  after: Snapshot,
  names: ReadonlySet<string>,
): Generator<void, Map<string, number>> {
  const was = yield* libraryUsers(before, names);
  const is = yield* libraryUsers(after, names);
  const counts = new Map<string, number>();
  for (const [name, ids] of was) {
    let count = 0;
    for (const id of ids) {
      yield;
      if (!is.get(name)?.has(id) && isDetached(after, id, name)) count += 1;
    }
    counts.set(name, count);
  }
  return counts;
}

function isDetached(after: Snapshot, id: string, name: string): boolean {
  const index = after.find(exactNodeId(id));
  if (index === undefined) return false;
  return !name.startsWith('component ') || after.node(index).type !== 'INSTANCE';
}
