import { expect, test } from 'vitest';
import { type LayoutGrid, sectionsOf } from './grid-sections.ts';

const grid = (change: Partial<LayoutGrid>): LayoutGrid => ({
  pattern: 'COLUMNS',
  visible: true,
  color: { r: 1, g: 0, b: 0, a: 0.1 },
  sectionSize: 10,
  alignment: 'MIN',
  gutterSize: 5,
  offset: 0,
  count: 3,
  ...change,
});
const inPixels = (change: Partial<LayoutGrid>, length = 100) =>
  sectionsOf(grid(change), length).map(({ from, size }) => [
    Math.round(from * length),
    Math.round(size * length),
  ]);

test.each<[string, Partial<LayoutGrid>, number[][]]>([
  [
    'at the start, behind an offset',
    { offset: 7 },
    [
      [7, 10],
      [22, 10],
      [37, 10],
    ],
  ],
  [
    'at the end',
    { alignment: 'MAX', offset: 7 },
    [
      [53, 10],
      [68, 10],
      [83, 10],
    ],
  ],
  [
    'in the middle',
    { alignment: 'CENTER', offset: 7 },
    [
      [30, 10],
      [45, 10],
      [60, 10],
    ],
  ],
  [
    'stretched between two offsets',
    { alignment: 'STRETCH', offset: 10, gutterSize: 10, count: 2 },
    [
      [10, 35],
      [55, 35],
    ],
  ],
  [
    'as many as there is room for',
    { count: -1, sectionSize: 30, gutterSize: 10 },
    [
      [0, 30],
      [40, 30],
      [80, 30],
    ],
  ],
  ['nowhere, where gutters leave no room', { alignment: 'STRETCH', gutterSize: 60 }, []],
])('Sections of a layout grid stand %s', (_title, change, sections) => {
  expect(inPixels(change)).toEqual(sections);
});

test('Sections of a layout grid are bounded in number', () => {
  expect(sectionsOf(grid({ count: 1e12 }), 100)).toHaveLength(200);
  expect(sectionsOf(grid({ count: -1, sectionSize: 0, gutterSize: 0 }), 100)).toEqual([]);
});
