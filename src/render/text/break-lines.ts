import LineBreaker from 'linebreak';
import type { Cluster } from './clusters.ts';

/** Clusters from `from` to before `to`; `hard` where the line ends for another reason than its width. */
export interface LineSpan {
  from: number;
  to: number;
  hard: boolean;
}

/** Sizes of boxes are 32-bit floats: text may be this much wider than its box, in px. */
const tolerance = 0.01;

const may = 1;
const must = 2;

/** Where a line may or must end: by position in the text. */
function opportunities(text: string): Uint8Array {
  const found = new Uint8Array(text.length + 1);
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak())
    found[next.position] = next.required && next.position < text.length ? must : may;
  if (text.endsWith('\u2028')) found[text.length] = must;
  return found;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const ends = /[\u000a-\u000d\u0085\u2028\u2029]/;

/** Most texts need no search for the places where they may be broken. */
function fitsOneLine(text: string, clusters: readonly Cluster[], width: number): boolean {
  if (ends.test(text)) return false;
  let used = 0;
  return clusters.every((cluster) => {
    used += cluster.width;
    return used - cluster.spacing <= width + tolerance;
  });
}

/** Fills lines with as much as fits; a word wider than the box is broken between clusters. */
export function breakLines(
  text: string,
  clusters: readonly Cluster[],
  widthOf: (line: number) => number,
): LineSpan[] {
  if (fitsOneLine(text, clusters, widthOf(0))) return [{ from: 0, to: clusters.length, hard: true }];
  const allowed = opportunities(text);
  const lines: LineSpan[] = [];
  let from = 0;
  while (from < clusters.length) {
    const span = nextLine(clusters, allowed, from, widthOf(lines.length));
    lines.push(span);
    from = span.to;
  }
  const last = clusters.at(-1);
  if (!last || allowed[last.end] === must) lines.push({ from, to: from, hard: true });
  return lines;
}

function nextLine(clusters: readonly Cluster[], allowed: Uint8Array, from: number, width: number): LineSpan {
  let used = 0;
  let fitting = from;
  for (let at = from; at < clusters.length; at++) {
    const cluster = clusters[at]!;
    used += cluster.width;
    if (used - cluster.spacing > width + tolerance && !cluster.blank && at > from)
      return { from, to: fitting > from ? fitting : at, hard: false };
    if (allowed[cluster.end] === must) return { from, to: at + 1, hard: true };
    if (allowed[cluster.end] === may) fitting = at + 1;
  }
  return { from, to: clusters.length, hard: true };
}
