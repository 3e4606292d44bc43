import type { TextBox } from './text-box.ts';
import { finite } from './text-style.ts';

/** A stretch of characters between line feeds. */
export interface Paragraph {
  start: number;
  end: number;
  /** The list item's sign, as `•` or `3.`. */
  marker?: string;
  /** Levels of indentation, 0 for none. */
  level: number;
}

const separators = /\r\n|[\n\r\u2029]/g;
const maxLevel = 100;

/** Cuts the characters at line feeds and counts the items of lists, as far as they are asked for. */
export function* paragraphsOf(box: TextBox): Generator<Paragraph, void> {
  const counts: number[] = [];
  let [place, start] = [0, 0];
  const paragraph = (end: number): Paragraph => {
    const type = box.lineTypes?.[place] ?? 'NONE';
    const level = Math.min(Math.max(Math.trunc(finite(box.lineIndentations?.[place], 0)), 0), maxLevel);
    const marker = markerOf(type, type === 'NONE' ? level : Math.max(level, 1), counts);
    const depth = marker === undefined ? level : Math.max(level, 1);
    place += 1;
    return { start, end, level: depth, ...(marker !== undefined && { marker }) };
  };
  for (const { 0: mark, index } of box.characters.matchAll(separators)) {
    yield paragraph(index);
    start = index + mark.length;
  }
  yield paragraph(box.characters.length);
}

/** Counts by level: an item ends the lists below it, and a line that is no item ends them all. */
function markerOf(type: string, level: number, counts: number[]): string | undefined {
  counts.length = type === 'NONE' ? 0 : Math.min(counts.length, level + 1);
  if (type === 'UNORDERED') counts[level] = 0;
  if (type === 'UNORDERED') return '•';
  if (type !== 'ORDERED') return undefined;
  counts[level] = (counts[level] ?? 0) + 1;
  const write = [decimal, letters, roman][(level - 1) % 3]!;
  return `${write(counts[level])}.`;
}

const decimal = (count: number): string => String(count);

function letters(count: number): string {
  let text = '';
  for (let rest = count; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

const romans: readonly [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

function roman(count: number): string {
  let rest = count % 4000;
  let text = '';
  for (const [sign, value] of romans) for (; rest >= value; rest -= value) text += sign;
  return text || decimal(count);
}
