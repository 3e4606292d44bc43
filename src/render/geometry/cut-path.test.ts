import { expect, it } from 'vitest';
import { boundsOf } from './bounds.ts';
import { cutPath } from './cut-path.ts';
import { ellipsePath } from './ellipse.ts';
import { applyToPoint, identity, type Matrix } from './matrix.ts';
import { polygonPath } from './path.ts';
import { outlinesOf, pointAt } from './segments.ts';

const ends = (segments: readonly (readonly number[])[]) =>
  segments.map((segment) => segment.slice(-2).map((place) => Math.round(place * 1e9) / 1e9));

it('A path is cut into pieces that end where it crosses lines', () => {
  const square = polygonPath([
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ]);
  const [outline] = outlinesOf(cutPath(square, identity, { xs: [4], ys: [20] }));
  expect(ends(outline!.segments)).toEqual([
    [4, 0],
    [10, 0],
    [10, 10],
    [4, 10],
    [0, 10],
    [0, 0],
  ]);
});

it('A curve that is cut where its matrix leads it over lines stays the same curve', () => {
  const matrix: Matrix = [2, 1, -1, 2, 5, -3];
  const circle = ellipsePath({ width: 40, height: 40 });
  const lines = { xs: [0, 10, 30], ys: [40, 60] };
  const cut = cutPath(circle, matrix, lines);
  const [outline] = outlinesOf(cut);
  expect(outline!.segments.length).toBeGreaterThan(10);
  for (const segment of outline!.segments) {
    const [from, middle, to] = [0, 0.5, 1].map((t) => {
      const [x, y] = pointAt(segment, t);
      expect(Math.hypot(x! - 20, y! - 20)).toBeCloseTo(20, 1);
      return applyToPoint(matrix, [x!, y!]);
    });
    for (const [axis, places] of [lines.xs, lines.ys].entries())
      for (const line of places) {
        const sides = [from, middle, to].map((point) => Math.sign(Math.round((point![axis]! - line) * 1e6)));
        expect(new Set(sides.filter((side) => side !== 0)).size).toBeLessThanOrEqual(1);
      }
  }
  expect(boundsOf(cut)!.right).toBeCloseTo(boundsOf(circle)!.right, 9);
});
