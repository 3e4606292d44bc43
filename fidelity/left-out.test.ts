import { describe, expect, it } from 'vitest';
import type { NodeJson } from '../src/render/scene/scene-source.ts';
import { findLeftOut, inPicture } from './left-out.ts';

const means = { hasFont: () => false, hasImage: () => false };
const box = (x: number) => ({ absoluteBoundingBox: { x, y: 0, width: 8, height: 8 } });
const frame = (...children: NodeJson[]) => ({
  type: 'FRAME',
  fills: [{ type: 'SOLID' }],
  ...box(0),
  children,
});
const lefts = (node: NodeJson) => findLeftOut(node, means).boxes.map(({ left }) => left + 1);

describe('what is left out of a comparison', () => {
  it('are texts without their font, vectors without geometry and images without bytes, each counted', () => {
    const node = frame(
      { type: 'TEXT', style: {}, ...box(10) },
      { type: 'VECTOR', ...box(20) },
      { type: 'RECTANGLE', fills: [{ type: 'IMAGE', imageRef: 'a' }], ...box(30) },
      { type: 'RECTANGLE', fills: [{ type: 'SOLID' }], ...box(40) },
    );
    expect(findLeftOut(node, means)).toMatchObject({ texts: 1, vectors: 1, images: 1 });
    expect(lefts(node)).toEqual([10, 20, 30]);
    expect(lefts(frame({ type: 'TEXT', visible: false, ...box(10) }))).toEqual([]);
    expect(lefts(frame({ type: 'TEXT', style: {}, vitrineGlyphs: {}, ...box(10) }))).toEqual([]);
  });

  it('is a boolean with a part of unknown form, but not one of known forms', () => {
    const boolean = (...children: NodeJson[]) => ({ type: 'BOOLEAN_OPERATION', ...box(10), children });
    expect(lefts(boolean({ type: 'VECTOR', ...box(20) }))).toEqual([10]);
    expect(lefts(boolean({ type: 'ELLIPSE', ...box(20) }))).toEqual([]);
  });

  it('is what a missing mask would have cut, and effects that follow a missing form', () => {
    const mask = { type: 'VECTOR', isMask: true, ...box(10) };
    expect(lefts(frame({ type: 'ELLIPSE', ...box(20) }, mask, { type: 'ELLIPSE', ...box(30) }))).toEqual([
      10, 30,
    ]);
    const shadow = { effects: [{ type: 'DROP_SHADOW' }], fills: [] };
    expect(lefts({ ...frame(mask), ...shadow, ...box(40) })).toEqual([10, 40]);
  });

  it('is placed in the picture by its corner and scale', () => {
    const boxes = [{ left: 10, top: 20, right: 30, bottom: 40 }];
    expect(inPicture(boxes, { x: 5, y: 10 }, 2)).toEqual([{ left: 10, top: 20, right: 50, bottom: 60 }]);
  });
});
