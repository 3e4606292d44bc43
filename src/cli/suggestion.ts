/** The candidate a mistyped word was most likely meant to be; undefined where none is near. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length * 0.4)))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.candidate ?? candidates.find((candidate) => word.length > 1 && candidate.startsWith(word));
}

const mostLettersOff = 2;

/** Names that differ from a candidate by a letter or two, each with that; names of others are passed over. */
export const nearlyNamed = (
  names: readonly string[],
  { candidates, others }: { readonly candidates: readonly string[]; readonly others: readonly string[] },
): readonly (readonly [name: string, meant: string])[] =>
  names
    .filter((name) => !candidates.includes(name) && !others.includes(name))
    .flatMap((name) => {
      const meant = candidates.find((candidate) => editDistance(name, candidate) <= mostLettersOff);
      return meant === undefined ? [] : [[name, meant] as const];
    });

/** Letters to add, drop or change to make one word the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
