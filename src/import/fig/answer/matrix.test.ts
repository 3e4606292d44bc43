import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GeometryPath } from '../message/blobs.ts';
import { extentOf, identity } from './matrix.ts';

const place = fc.integer({ min: -1000, max: 1000 });

/** Points along a curve, close enough to one another to tell how far it reaches. */
function along(points: readonly number[]): number[] {
  const steps = Array.from({ length: 2001 }, (_, step) => step / 2000);
  const between = (at: number, all: readonly number[]): number =>
    all.length === 1
      ? all[0]!
      : between(
          at,
          all.slice(1).map((next, index) => all[index]! * (1 - at) + next * at),
        );
  return steps.map((at) => between(at, points));
}

test.each([
  ['L', 2],
  ['Q', 3],
  ['C', 4],
])('The extent of a step %s is that of its curve, not of its control points', (letter, count) => {
  fc.assert(
    fc.property(fc.array(place, { minLength: count, maxLength: count }), (xs) => {
      const numbers = Float32Array.from(xs.flatMap((x) => [x, 2 * x]));
      const path: GeometryPath = { letters: `M${letter}Z`, numbers };
      const { left, right, top, bottom } = extentOf(path, { ...identity, m02: 5 })!;
      const found = along(xs);
      expect(Math.abs(left - 5 - Math.min(...found))).toBeLessThan(0.01);
      expect(Math.abs(right - 5 - Math.max(...found))).toBeLessThan(0.01);
      expect([top, bottom]).toEqual(
        [2 * (left - 5), 2 * (right - 5)].map((value) => expect.closeTo(value, 6)),
      );
    }),
  );
});

test('Moves of the pen leave no ink', () => {
  expect(extentOf({ letters: 'MM', numbers: Float32Array.of(1, 2, 3, 4) }, identity)).toBeUndefined();
  const drawn = extentOf({ letters: 'MML', numbers: Float32Array.of(-9, -9, 3, 4, 5, 6) }, identity);
  expect(drawn).toEqual({ left: 3, top: 4, right: 5, bottom: 6 });
});
