/** A letter that is written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name among other words, so that its direction turns none of theirs. */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);

/** Names of what something stands in, as `Team / Project`. */
export const wayOf = (names: readonly string[]): string => names.map(isolated).join(' / ');
