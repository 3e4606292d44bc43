import type { Vector } from '../message/wanted.ts';

export type Axis = 'x' | 'y';
export const axes = ['x', 'y'] as const;
export type Align = 'MIN' | 'CENTER' | 'MAX';

/** How a frame lays out what it holds: in a row or a column, or in lines of one. */
export interface Stack {
  readonly along: Axis;
  /** Before and behind what it holds, on each axis. */
  readonly before: Vector;
  readonly behind: Vector;
  readonly spacing: number;
  readonly justify: Align | 'SPACE_BETWEEN';
  readonly align: Align;
  readonly wraps: boolean;
  readonly lineSpacing: number;
}

/** Something that is laid out. */
export interface StackItem {
  readonly size: Vector;
  /** Whether it takes the room that is left along the stack, or across. */
  readonly grows: boolean;
  readonly stretches: boolean;
  /** The room that it needs itself for what it holds; nothing where it holds nothing that is laid out. */
  readonly held: Vector;
  readonly least: Vector;
  readonly most: Vector;
}

export interface StackPlace {
  readonly start: Vector;
  readonly size: Vector;
}

const across = ({ along }: Stack): Axis => (along === 'x' ? 'y' : 'x');
const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const longest = (lengths: readonly number[]): number => lengths.reduce((most, one) => Math.max(most, one), 0);
const spacingOf = ({ justify, spacing }: Stack): number => (justify === 'SPACE_BETWEEN' ? 0 : spacing);
const gapsOf = (stack: Stack, items: readonly unknown[]): number =>
  spacingOf(stack) * Math.max(0, items.length - 1);

export const limited = (
  { least, most }: Pick<StackItem, 'least' | 'most'>,
  axis: Axis,
  length: number,
): number => Math.max(least[axis], Math.min(most[axis], length));

/** The size of a frame that takes its size from what it holds; `size` is what it may be where that decides on lines. */
export function huggingSize(stack: Stack, items: readonly StackItem[], size: Vector): Vector {
  const { along, before, behind } = stack;
  const other = across(stack);
  const lines = linesOf(stack, items, size[along] - before[along] - behind[along]);
  const lengths = lines.map((line) => total(line.map((item) => item.size[along])) + gapsOf(stack, line));
  const heights = lines.map((line) => heightOf(line, other));
  const hugging = {
    [along]: before[along] + behind[along] + longest(lengths),
    [other]:
      before[other] + behind[other] + total(heights) + stack.lineSpacing * Math.max(0, lines.length - 1),
  };
  return hugging as unknown as Vector;
}

/** What is stretched counts by what it holds, or else where there is nothing but such. */
function heightOf(line: readonly StackItem[], axis: Axis): number {
  const needed = longest(line.map(({ size, stretches, held }) => (stretches ? held : size)[axis]));
  return needed > 0 ? needed : longest(line.map(({ size }) => size[axis]));
}

function linesOf(stack: Stack, items: readonly StackItem[], room: number): StackItem[][] {
  if (!stack.wraps) return [[...items]];
  const lines: StackItem[][] = [];
  let left = 0;
  for (const item of items) {
    const length = item.size[stack.along];
    left -= length + spacingOf(stack);
    if (left < -0.01 || lines.length === 0) {
      lines.push([]);
      left = room - length;
    }
    lines.at(-1)!.push(item);
  }
  return lines;
}

/** Where the items lie in a frame of that size, in their order. */
export function stacked(stack: Stack, items: readonly StackItem[], frame: Vector): StackPlace[] {
  const { along, before, behind, align } = stack;
  const other = across(stack);
  const room = { x: frame.x - before.x - behind.x, y: frame.y - before.y - behind.y };
  const lines = linesOf(stack, items, room[along]);
  const heights = lines.map((line) => (stack.wraps ? heightOf(line, other) : room[other]));
  const rest = room[other] - total(heights) - stack.lineSpacing * Math.max(0, lines.length - 1);
  let top = before[other] + shareBefore(align, rest);
  return lines.flatMap((line, index) => {
    const height = heights[index]!;
    const parts = alongLine(stack, line, room[along]);
    const places = line.map((item, at): StackPlace => {
      const length = item.stretches ? limited(item, other, height) : item.size[other];
      const start = {
        [along]: before[along] + parts[at]!.start,
        [other]: top + shareBefore(align, height - length),
      };
      const size = { [along]: parts[at]!.length, [other]: length };
      return { start: start as unknown as Vector, size: size as unknown as Vector };
    });
    top += height + stack.lineSpacing;
    return places;
  });
}

const shareBefore = (align: Align, rest: number): number =>
  align === 'CENTER' ? rest / 2 : align === 'MAX' ? rest : 0;

function alongLine(stack: Stack, line: readonly StackItem[], room: number) {
  const lengths = lengthsAlong(stack, line, room);
  const rest = room - total(lengths) - gapsOf(stack, line);
  const isSpread = stack.justify === 'SPACE_BETWEEN';
  const gap = isSpread ? Math.max(0, rest / Math.max(1, line.length - 1)) : stack.spacing;
  let start = stack.justify === 'SPACE_BETWEEN' ? 0 : shareBefore(stack.justify, rest);
  return lengths.map((length) => {
    const part = { start, length };
    start += length + gap;
    return part;
  });
}

const mostRounds = 4;

/** What grows shares the room that is left; one that may not take its share leaves it to the others. */
function lengthsAlong(stack: Stack, line: readonly StackItem[], room: number): number[] {
  const { along } = stack;
  const fixed = new Map(line.flatMap((item) => (item.grows ? [] : [[item, item.size[along]] as const])));
  for (let round = 0; ; round++) {
    const growing = line.filter((item) => !fixed.has(item));
    const share = Math.max(0, (room - gapsOf(stack, line) - total([...fixed.values()])) / growing.length);
    const bounded = growing.filter((item) => limited(item, along, share) !== share);
    if (bounded.length === 0 || round === mostRounds)
      return line.map((item) => fixed.get(item) ?? limited(item, along, share));
    for (const item of bounded) fixed.set(item, limited(item, along, share));
  }
}
