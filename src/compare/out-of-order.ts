/**
 * The places in a list of numbers that have to move for the rest to ascend, as few as can be: all but one longest
 * ascending subsequence. Yields after each of them; looks at n log n.
 */
export function* outOfOrder(values: readonly number[]): Generator<undefined, Set<number>> {
  /** For each length the place where the subsequence of that length with the smallest end does end. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  const moving = new Set<number>();
  for (const [place, value] of values.entries()) {
    yield;
    moving.add(place);
    const length = lengthBelow(ends, values, value);
    previous.push(ends[length - 1]);
    ends[length] = place;
  }
  for (let place = ends.at(-1); place !== undefined; place = previous[place]) {
    yield;
    moving.delete(place);
  }
  return moving;
}

/** How long a subsequence this value can go on: the number of ends that are smaller. */
function lengthBelow(ends: readonly number[], values: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[ends[middle]!]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
