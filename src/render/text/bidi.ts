import bidiFactory from 'bidi-js';

// The package is CommonJS whose whole export is the factory, which its types do not say.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Without any of these (right-to-left letters, marks and overrides) all text is left to right. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const isolates = /[\u2066-\u2069]/g;
const mostIsolates = 4000;

/** Embedding levels of a paragraph, odd for right to left. */
export interface BidiLevels {
  /** The paragraph's own. */
  base: number;
  /** Of each UTF-16 unit; absent where all are 0. */
  levels?: Uint8Array;
}

/** Finds the direction of a paragraph, by its first strong letter, and of each of its characters. */
export function bidiLevels(text: string): BidiLevels {
  if (!rightToLeft.test(text)) return { base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(withFewIsolates(text));
  return { base: paragraphs[0]?.level ?? 0, levels };
}

/** The time for isolates grows with the square of their number; a text with more than any real one does without. */
function withFewIsolates(text: string): string {
  const count = text.match(isolates)?.length ?? 0;
  return count > mostIsolates ? text.replace(isolates, '\u200b') : text;
}

/** The order from left to right of items with these levels (rule L2 of Unicode's algorithm). */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, place) => place);
  if (levels.every((level) => level === 0)) return order;
  const highest = levels.reduce((a, b) => Math.max(a, b), 0);
  const lowestOdd = levels.reduce((a, b) => (b % 2 === 1 ? Math.min(a, b) : a), highest + 1);
  for (let level = highest; level >= lowestOdd; level--) reverseFrom(order, levels, level);
  return order;
}

function reverseFrom(order: number[], levels: readonly number[], level: number): void {
  for (let start = 0; start < order.length; start++) {
    let end = start;
    while (end < order.length && levels[order[end]!]! >= level) end++;
    for (let low = start, high = end - 1; low < high; low++, high--)
      [order[low], order[high]] = [order[high]!, order[low]!];
    if (end > start) start = end;
  }
}
