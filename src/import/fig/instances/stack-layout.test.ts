import { describe, expect, test } from 'vitest';
import { huggingSize, type Stack, type StackItem, stacked } from './stack-layout.ts';

const endless = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
const nothing = { x: 0, y: 0 };
const item = (x: number, y: number, more: Partial<StackItem> = {}): StackItem => ({
  size: { x, y },
  held: nothing,
  grows: false,
  stretches: false,
  least: nothing,
  most: endless,
  ...more,
});
const row: Stack = {
  along: 'x',
  before: { x: 4, y: 2 },
  behind: { x: 6, y: 3 },
  spacing: 5,
  lineSpacing: 0,
  justify: 'MIN',
  align: 'MIN',
  wraps: false,
};
const column: Stack = { ...row, along: 'y' };
const wrapping: Stack = { ...row, wraps: true, lineSpacing: 7 };
const three = [item(10, 20), item(30, 8), item(20, 12)];
const starts = (stack: Stack, items: readonly StackItem[], x: number, y: number) =>
  stacked(stack, items, { x, y }).map(({ start }) => [start.x, start.y]);
const sizes = (stack: Stack, items: readonly StackItem[], x: number, y: number) =>
  stacked(stack, items, { x, y }).map(({ size }) => [size.x, size.y]);

describe('A frame that lays out what it holds', () => {
  test.each<[string, Stack, number[][]]>([
    [
      'in a row from its start',
      row,
      [
        [4, 2],
        [19, 2],
        [54, 2],
      ],
    ],
    [
      'in a column',
      column,
      [
        [4, 2],
        [4, 27],
        [4, 40],
      ],
    ],
    [
      'in the middle',
      { ...row, justify: 'CENTER', align: 'CENTER' },
      [
        [14, 20],
        [29, 26],
        [64, 24],
      ],
    ],
    [
      'at its end',
      { ...row, justify: 'MAX', align: 'MAX' },
      [
        [24, 38],
        [39, 50],
        [74, 46],
      ],
    ],
    [
      'spread over it',
      { ...row, justify: 'SPACE_BETWEEN' },
      [
        [4, 2],
        [29, 2],
        [74, 2],
      ],
    ],
    [
      'over one another',
      { ...row, spacing: -10 },
      [
        [4, 2],
        [4, 2],
        [24, 2],
      ],
    ],
  ])('has it %s', (_how, stack, expected) => {
    expect(starts(stack, three, 100, 61)).toEqual(expected);
  });

  test('begins a line anew where the next does not fit', () => {
    expect(starts(wrapping, three, 60, 100)).toEqual([
      [4, 2],
      [19, 2],
      [4, 29],
    ]);
    expect(starts({ ...wrapping, align: 'MAX' }, three, 60, 100)).toEqual([
      [4, 58],
      [19, 70],
      [4, 85],
    ]);
    expect(starts(wrapping, three, 5, 100).map(([, y]) => y)).toEqual([2, 29, 44]);
  });

  test('shares what is left among those that grow, up to what they may take', () => {
    const grows = { grows: true };
    expect(sizes(row, [item(10, 9), item(1, 9, grows), item(1, 9, grows)], 100, 50)).toEqual([
      [10, 9],
      [35, 9],
      [35, 9],
    ]);
    const bounded = [item(1, 9, { ...grows, most: { x: 20, y: 99 } }), item(1, 9, grows)];
    expect(sizes(row, bounded, 95, 50)).toEqual([
      [20, 9],
      [60, 9],
    ]);
    expect(sizes(row, [item(1, 9, { ...grows, least: { x: 40, y: 0 } })], 30, 50)).toEqual([[40, 9]]);
    expect(sizes(row, [item(50, 9), item(1, 9, grows)], 30, 50)).toEqual([
      [50, 9],
      [0, 9],
    ]);
  });

  test('has what is stretched as high as it is itself, or as its line', () => {
    const stretched = item(10, 1, { stretches: true, most: { x: 99, y: 30 } });
    expect(sizes(row, [stretched], 100, 25)).toEqual([[10, 20]]);
    expect(sizes(row, [stretched], 100, 99)).toEqual([[10, 30]]);
    expect(sizes(wrapping, [stretched, item(5, 12)], 100, 99)[0]).toEqual([10, 12]);
  });

  test('is as large as what it holds, however much that is', () => {
    const many = Array.from({ length: 200_000 }, () => item(1, 2));
    expect(huggingSize({ ...row, spacing: 0 }, many, nothing)).toEqual({ x: 200_010, y: 7 });
    expect(huggingSize({ ...column, spacing: 0 }, many, nothing).y).toBeGreaterThan(400_000);
    expect(huggingSize(wrapping, many, { x: 10, y: 0 }).y).toBeGreaterThan(400_000);
  });

  test('is as large as what it holds and its padding where it takes its size from that', () => {
    expect(huggingSize(row, three, nothing)).toEqual({ x: 80, y: 25 });
    expect(huggingSize(column, three, nothing)).toEqual({ x: 40, y: 55 });
    expect(huggingSize(row, [], nothing)).toEqual({ x: 10, y: 5 });
    expect(huggingSize({ ...row, justify: 'SPACE_BETWEEN' }, three, nothing)).toEqual({ x: 70, y: 25 });
    expect(huggingSize(wrapping, three, { x: 60, y: 0 })).toEqual({ x: 55, y: 44 });
  });

  test('is as high as what is stretched in it holds itself, and as that is where it holds nothing else', () => {
    const stretched = item(10, 90, { stretches: true, held: { x: 8, y: 28 } });
    expect(huggingSize(row, [stretched, item(5, 12)], nothing).y).toBe(33);
    expect(huggingSize(row, [item(10, 90, { stretches: true })], nothing).y).toBe(95);
    expect(huggingSize(row, [item(10, 90, { stretches: true }), item(5, 12)], nothing).y).toBe(17);
  });
});
