import { atOnce } from './run-at-once.ts';
import type { Piece, SourceRange } from './selection.ts';
import { sortedSteps } from './sorted-steps.ts';

/** Bytes that stand in place of a range of a snapshot's source. It lies inside of one property of one node. */
export interface Patch extends SourceRange {
  readonly bytes: Uint8Array;
}

/** Patches of one source, by position; no two overlap. */
export interface PatchList {
  readonly patches: readonly Patch[];
  /** How many bytes the range [start, end) grows by; less than nothing where it shrinks. */
  growth(start: number, end: number): number;
  /** Whether anything in the range [start, end) is another. */
  touches(start: number, end: number): boolean;
  /** The range with the patches put in. */
  apply(range: SourceRange): Iterable<Piece>;
}

/** @param patches in any order; of two at the same position the later counts */
export const patchList = (patches: Iterable<Patch>): PatchList => atOnce(patchListSteps(patches));

/** The same, and yields after each patch. */
export function* patchListSteps(patches: Iterable<Patch>): Generator<void, PatchList> {
  const byPosition = new Map<number, Patch>();
  for (const patch of patches) {
    byPosition.set(patch.position, patch);
    yield;
  }
  const sorted = yield* sortedSteps([...byPosition.values()], ({ position }) => position);
  const growthBefore = [0];
  for (const [index, { bytes, length }] of sorted.entries()) {
    growthBefore.push(growthBefore[index]! + bytes.length - length);
    yield;
  }
  return {
    patches: sorted,
    growth: (start, end) => growthBefore[firstFrom(sorted, end)]! - growthBefore[firstFrom(sorted, start)]!,
    touches: (start, end) => firstFrom(sorted, start) < firstFrom(sorted, end),
    *apply({ position, length }) {
      const end = position + length;
      let cursor = position;
      for (let index = firstFrom(sorted, position); index < sorted.length; index++) {
        const patch = sorted[index]!;
        if (patch.position >= end) break;
        if (patch.position > cursor) yield { position: cursor, length: patch.position - cursor };
        yield patch.bytes;
        cursor = patch.position + patch.length;
      }
      if (end > cursor) yield { position: cursor, length: end - cursor };
    },
  };
}

/** A place of the source where two lists differ: what each puts there, or nothing where it leaves the source as it is. */
export interface PatchDifference {
  readonly before: Patch | undefined;
  readonly after: Patch | undefined;
}

/** Where two lists of patches of one source differ, by position. Undefined is a step that found nothing. */
export function* patchDifferences(
  { patches: was }: PatchList,
  { patches: is }: PatchList,
): Generator<PatchDifference | undefined, void> {
  let [old, next] = [0, 0];
  while (old < was.length || next < is.length) {
    const positions = [was[old], is[next]].map((patch) => patch?.position ?? Number.POSITIVE_INFINITY);
    const first = Math.min(...positions);
    const before = positions[0] === first ? was[old++] : undefined;
    const after = positions[1] === first ? is[next++] : undefined;
    yield isSame(before, after) ? undefined : { before, after };
  }
}

const isSame = (before: Patch | undefined, after: Patch | undefined): boolean =>
  before?.length === after?.length && Buffer.compare(before?.bytes ?? none, after?.bytes ?? none) === 0;

const none = new Uint8Array();

/** Index of the first patch at or behind a position. */
function firstFrom(sorted: readonly Patch[], position: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
