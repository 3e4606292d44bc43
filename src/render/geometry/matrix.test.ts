import { describe, expect, it } from 'vitest';
import { boundsOf } from './bounds.ts';
import {
  applyToPoint,
  identity,
  invert,
  multiply,
  rotation,
  scaling,
  transformPath,
  translation,
} from './matrix.ts';
import { isPathError, parsePath } from './parse-path.ts';
import { emptyPath, type Path } from './path.ts';

const path = (text: string): Path => {
  const result = parsePath(text);
  return isPathError(result) ? emptyPath : result;
};

describe('matrices', () => {
  it('apply the inner matrix first', () => {
    const both = multiply(translation(10, 0), scaling(2));
    expect(applyToPoint(both, [1, 1])).toEqual([12, 2]);
  });

  it('rotate clockwise on the screen', () => {
    const [x, y] = applyToPoint(rotation(Math.PI / 2), [1, 0]);
    expect([x, y].map(Math.round)).toEqual([0, 1]);
  });

  it('are undone by their inverse, and have none where they flatten the plane', () => {
    const matrix = multiply(rotation(0.3), multiply(translation(5, -7), scaling(2, 3)));
    const back = multiply(invert(matrix)!, matrix);
    for (const [index, value] of back.entries()) expect(value).toBeCloseTo(identity[index]!, 12);
    expect(invert(scaling(1, 0))).toBeUndefined();
    expect(invert([Number.NaN, 0, 0, 1, 0, 0])).toBeUndefined();
  });

  it('transform every coordinate of a path into a new path', () => {
    const before = path('M0 0Q1 1 2 0');
    const after = transformPath(before, translation(1, 2));
    expect([...after.coords]).toEqual([1, 2, 2, 3, 3, 2]);
    expect([...before.coords]).toEqual([0, 0, 1, 1, 2, 0]);
  });
});

describe('bounds', () => {
  it.each([
    ['M1 2L5 -3', { left: 1, top: -3, right: 5, bottom: 2 }],
    ['M0 0Q5 10 10 0', { left: 0, top: 0, right: 10, bottom: 5 }],
    ['M0 0C0 4 10 4 10 0', { left: 0, top: 0, right: 10, bottom: 3 }],
    ['M0 0C4 4 6 -4 10 0', { left: 0, top: -2 / Math.sqrt(3), right: 10, bottom: 2 / Math.sqrt(3) }],
    ['M3 3', { left: 3, top: 3, right: 3, bottom: 3 }],
  ])('contain the curve and not its control points: %s', (text, expected) => {
    const bounds = boundsOf(path(text))!;
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(bounds[side]).toBeCloseTo(expected[side], 9);
  });

  it('of nothing are undefined', () => {
    expect(boundsOf(emptyPath)).toBeUndefined();
  });
});
