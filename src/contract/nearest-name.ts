/** Longer ones are not compared. */
const mostCharacters = 60;

/**
 * The name that somebody may have meant who wrote another: one that is spelled alike but for case and signs, lies within
 * the other by whole words (`url` for `base_url`), or is a slip or two away.
 */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  if (written.length > mostCharacters) return undefined;
  const plain = plainly(written);
  const away = (name: string): number =>
    sharesWords(written, name) ? 1 : slipsBetween(plain, plainly(name)) / (plain.length > 5 ? 2 : 1);
  const [nearest] = names
    .map((name) => ({ name, slips: away(name) }))
    .sort((one, other) => one.slips - other.slips);
  return nearest !== undefined && nearest.slips <= 1 ? nearest.name : undefined;
}

const plainly = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

function sharesWords(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  return few.length > 0 && few.every((word) => many.includes(word));
}

/** How many characters have to be put in, left out or changed, two that are swapped counting as one. */
function slipsBetween(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next[at] = Math.min(
        (last?.[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last?.[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before?.[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last ?? [], next];
  }
  return last?.[other.length] ?? 0;
}
