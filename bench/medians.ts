/** Middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The value below which that share of the values lies, between neighbours in proportion.
 * @throws RangeError for no values
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('No values were measured.');
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Runs the contestants one after the other, again and again, so that what else the machine does hits all of
 * them alike. Every other round goes backwards: nobody always comes first.
 */
export async function interleaved<Name extends string, Result>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await contestants[name]());
    }
  }
  return results;
}

/** The median of the ratios of rounds that followed each other: what the machine does for longer hits both alike. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((each, round) => each / (theirs[round] as number)));
