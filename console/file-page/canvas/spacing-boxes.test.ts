import { expect, test } from 'vitest';
import type { Box } from '../../viewer/view.ts';
import type { Layer } from '../layers/layer-store.ts';
import { gapBoxes, paddingBoxes } from './spacing-boxes.ts';

const layer = (bounds: Box | null, more: Partial<Layer> = {}): Layer => ({
  id: '1:1',
  name: 'Layer',
  type: 'FRAME',
  has_children: false,
  bounds,
  ...more,
});
const square = (x: number, y: number, size = 10): Box => ({ x, y, width: size, height: size });
const frame = (layoutMode: string) => ({ id: '1:0', name: 'Frame', type: 'FRAME', layoutMode });

test('Paddings are the parts along the edges of a frame with auto layout', () => {
  const node = { ...frame('VERTICAL'), paddingTop: 4, paddingLeft: 2 };
  expect(paddingBoxes({ x: 0, y: 0, width: 20, height: 30 }, node)).toEqual([
    { box: { x: 0, y: 0, width: 20, height: 4 }, length: 4 },
    { box: { x: 0, y: 4, width: 2, height: 26 }, length: 2 },
  ]);
  expect(paddingBoxes({ x: 0, y: 0, width: 20, height: 30 }, { ...node, layoutMode: 'NONE' })).toEqual([]);
});

test('Gaps are what lies between neighbours in the direction of the layout, in whatever order they are listed', () => {
  const children = [layer(square(30, 0)), layer(square(0, 0)), layer(square(14, 2))];
  expect(gapBoxes(frame('HORIZONTAL'), children)).toEqual([
    { box: { x: 10, y: 0, width: 4, height: 12 }, length: 4 },
    { box: { x: 24, y: 0, width: 6, height: 12 }, length: 6 },
  ]);
  expect(gapBoxes(frame('VERTICAL'), [layer(square(0, 15)), layer(square(0, 0))])).toEqual([
    { box: { x: 0, y: 10, width: 10, height: 5 }, length: 5 },
  ]);
  expect(gapBoxes(frame('NONE'), children)).toEqual([]);
});

test('Gaps of a layout that wraps are those within its lines', () => {
  const lines = [square(0, 0), square(12, 0), square(0, 20), square(14, 20)].map((box) => layer(box));
  expect(gapBoxes(frame('HORIZONTAL'), lines).map(({ length }) => length)).toEqual([2, 4]);
  expect(gapBoxes(frame('GRID'), lines.slice(0, 3)).map(({ length }) => length)).toEqual([2, 10]);
});

test('Gaps pass over layers that are hidden, that take no place, or that stand where they say', () => {
  const children = [
    layer(square(0, 0)),
    layer(square(12, 0), { hidden: true }),
    layer(square(13, 0), { absolute: true }),
    layer(null),
    layer(square(20, 0)),
    layer(square(25, 0)),
  ];
  expect(gapBoxes(frame('HORIZONTAL'), children).map(({ length }) => length)).toEqual([10]);
});
