/** Sorted at once: a millisecond or two. */
const runLength = 4096;

/** The items by their place, in a list of its own, sorted in small steps; those at the same place keep their order. */
export function* sortedSteps<T>(items: readonly T[], placeOf: (item: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    const run = items.slice(from, from + runLength);
    runs.push(run.sort((left, right) => placeOf(left) - placeOf(right)));
    yield;
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at]!, runs[at + 1] ?? [], placeOf));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<T>(left: T[], right: T[], placeOf: (item: T) => number): Generator<void, T[]> {
  if (right.length === 0 || placeOf(left.at(-1)!) <= placeOf(right[0]!)) return left.concat(right);
  const both: T[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    const takesLeft = placeOf(left[fromLeft]!) <= placeOf(right[fromRight]!);
    both.push(takesLeft ? left[fromLeft++]! : right[fromRight++]!);
    if (both.length % runLength === 0) yield;
  }
  return both.concat(left.slice(fromLeft), right.slice(fromRight));
}
