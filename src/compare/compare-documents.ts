import { readInPages } from '../document/read-in-pages.ts';
import { changedProperties } from './changed-properties.ts';
import type { NodeChange, Versions } from './node-change.ts';
import { outOfOrder } from './out-of-order.ts';

/** A node that both have, or one that only the later has. */
interface Visit {
  readonly before: number | undefined;
  readonly after: number;
}

/**
 * What became of each node, which is known by its id: in the later document's order, removed nodes behind those that
 * stayed with their parent. Subtrees of equal content are passed over by their hashes, so the work follows what
 * changed and not the documents' size. Undefined is a step that found nothing, for whoever yields between steps.
 */
export function* compareDocuments(given: Versions): Generator<NodeChange | undefined, void> {
  const versions = { ...given, before: readInPages(given.before), after: readInPages(given.after) };
  const waiting: Visit[] = [{ before: 0, after: 0 }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    yield;
    const { before, after } = visit;
    if (before === undefined) {
      yield { kind: 'added', after };
      yield* putOnTop(waiting, yield* childrenOfAdded(versions, after));
    } else if (!isSame(versions, before, after)) {
      const differing = yield* untilFirst(changedProperties(versions, before, after));
      if (differing !== undefined) yield { kind: 'changed', before, after, differing };
      yield* putOnTop(waiting, yield* childrenOfBoth(versions, before, after));
    }
  }
}

/** Goes on until something is found: then that and all behind it, which is found when somebody asks for it. */
function* untilFirst<T>(
  found: Generator<T | undefined, void>,
): Generator<undefined, Iterable<T | undefined> | undefined> {
  for (;;) {
    const step = found.next();
    if (step.done) return undefined;
    if (step.value !== undefined) return withFirst(step.value, found);
    yield;
  }
}

function* withFirst<T>(first: T, others: Iterable<T>): Generator<T, void> {
  yield first;
  yield* others;
}

/** The first of them comes to lie uppermost. */
function* putOnTop(waiting: Visit[], visits: readonly Visit[]): Generator<undefined, void> {
  for (let place = visits.length; place-- > 0; ) {
    yield;
    waiting.push(visits[place]!);
  }
}

function isSame({ before, after }: Versions, index: number, other: number): boolean {
  const hash = before.subtreeHash(index);
  return hash !== undefined && hash === after.subtreeHash(other);
}

/** A node may have been put into one that is new. @returns those to be visited, in their order */
function* childrenOfAdded(
  { before, after }: Versions,
  parent: number,
): Generator<NodeChange | undefined, Visit[]> {
  const visits: Visit[] = [];
  for (const child of after.children(parent)) {
    yield;
    const place = before.find(after.node(child).id);
    if (place !== undefined) yield { kind: 'moved', before: place, after: child };
    visits.push({ before: place, after: child });
  }
  return visits;
}

/** Children that are the same at the beginning and at the end are passed over by their hashes, their ids unread. */
function* childrenOfBoth(
  { before, after }: Versions,
  earlier: number,
  later: number,
): Generator<NodeChange | undefined, Visit[]> {
  const children = [yield* inSteps(before.children(earlier)), yield* inSteps(after.children(later))] as const;
  const [old, now] = yield* withoutSameEnds({ before, after }, ...children);
  const stayed = new Map<string, number>();
  for (const child of old) {
    yield;
    stayed.set(before.node(child).id, child);
  }
  const visits: Visit[] = [];
  const staying: Visit[] = [];
  const places: number[] = [];
  for (const child of now) {
    yield;
    const { id } = after.node(child);
    const place = stayed.get(id);
    const visit = { before: place ?? before.find(id), after: child };
    visits.push(visit);
    if (place === undefined) continue;
    staying.push(visit);
    places.push(place);
  }
  const displaced = yield* outOfOrder(places);
  const inPlace = new Set<Visit>();
  for (const [at, visit] of staying.entries()) {
    yield;
    if (!displaced.has(at)) inPlace.add(visit);
  }
  for (const visit of visits) {
    const moved = visit.before !== undefined && !inPlace.has(visit);
    yield moved ? { kind: 'moved', before: visit.before, after: visit.after } : undefined;
  }
  for (const child of stayed.values()) {
    yield;
    yield* removedWithin({ before, after }, child);
  }
  return visits;
}

/** All of something; a step for each. */
function* inSteps(indexes: Iterable<number>): Generator<undefined, number[]> {
  const all: number[] = [];
  for (const index of indexes) {
    all.push(index);
    yield;
  }
  return all;
}

/** Both lists without what is the same at their beginnings and ends. */
function* withoutSameEnds(
  versions: Versions,
  old: readonly number[],
  now: readonly number[],
): Generator<undefined, [readonly number[], readonly number[]]> {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && isSame(versions, old[start]!, now[start]!)) {
    start++;
    yield;
  }
  let end = 0;
  while (end < most - start && isSame(versions, old.at(-1 - end)!, now.at(-1 - end)!)) {
    end++;
    yield;
  }
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)];
}

/** What went with a node: all below it but what is elsewhere now. */
function* removedWithin({ before, after }: Versions, top: number): Generator<NodeChange | undefined> {
  if (after.find(before.node(top).id) !== undefined) return;
  const end = before.node(top).subtreeEnd;
  for (let index = top; index < end; ) {
    const { id, subtreeEnd } = before.node(index);
    const isGone = after.find(id) === undefined;
    yield isGone ? { kind: 'removed', before: index } : undefined;
    // What was below one that is elsewhere is told where that one is.
    index = isGone ? index + 1 : subtreeEnd;
  }
}
