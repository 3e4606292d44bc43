import { describe, expect, it } from 'vitest';
import type { Matrix } from '../geometry/matrix.ts';
import { Coverage } from './coverage.ts';
import type { Tracing } from './trace-outline.ts';

const size = { width: 64, height: 64 };
const asItIs: Matrix = [1, 0, 0, 1, 0, 0];

function sharesOf(
  trace: (on: Tracing) => void,
  matrix: Matrix = asItIs,
  rule: 'evenodd' | 'nonzero' = 'nonzero',
): number[] {
  const coverage = new Coverage(size, matrix);
  trace(coverage);
  const rgba = new Uint8ClampedArray(4 * size.width * size.height);
  coverage.writeTo(rgba, rule);
  return Array.from({ length: size.width * size.height }, (_, at) => rgba[4 * at + 3]!);
}

const at = (shares: readonly number[], x: number, y: number): number => shares[y * size.width + x]!;
const areaOf = (shares: readonly number[]): number => shares.reduce((sum, share) => sum + share / 255, 0);
const circle = (radius: number) => (on: Tracing) => {
  on.moveTo(32 + radius, 32);
  on.ellipse(32, 32, radius, radius, 0, 0, 2 * Math.PI);
  on.closePath();
};

describe('the coverage of a px', () => {
  it('is its share that lies inside of a rectangle', () => {
    const shares = sharesOf((on) => on.rect(10.25, 20.5, 2, 1));
    expect([10, 11, 12, 13].map((x) => at(shares, x, 20))).toEqual([96, 128, 32, 0]);
    expect([10, 11, 12, 13].map((x) => at(shares, x, 21))).toEqual([96, 128, 32, 0]);
    expect(areaOf(shares)).toBeCloseTo(2, 1);
  });

  it('is its share that lies inside of a turned square, of a circle, and of a curve', () => {
    const turned: Matrix = [Math.SQRT1_2, Math.SQRT1_2, -Math.SQRT1_2, Math.SQRT1_2, 32, 4];
    expect(areaOf(sharesOf((on) => on.rect(0, 0, 30, 30), turned))).toBeCloseTo(900, 0);
    expect(areaOf(sharesOf(circle(30)))).toBeCloseTo(Math.PI * 900, 0);
    const bow = (on: Tracing) => {
      on.moveTo(2, 60);
      on.quadraticCurveTo(32, 0, 62, 60);
    };
    expect(areaOf(sharesOf(bow))).toBeCloseTo((2 / 3) * 60 * 30, 0);
  });

  it('of round corners is what a square leaves of them', () => {
    const shares = sharesOf((on) => on.roundRect(2, 2, 60, 60, 20));
    expect(areaOf(shares)).toBeCloseTo(3600 - (4 - Math.PI) * 400, 0);
  });

  it.each([
    ['nonzero', 900],
    ['evenodd', 800],
  ] as const)('counts what two outlines go around by the rule %s', (rule, area) => {
    const both = (on: Tracing) => {
      on.rect(10, 10, 30, 30);
      on.rect(15, 15, 10, 10);
    };
    expect(areaOf(sharesOf(both, asItIs, rule))).toBeCloseTo(area, 1);
  });

  it('leaves out what goes around the other way', () => {
    const ring = (on: Tracing) => {
      on.rect(10, 10, 30, 30);
      on.rect(25, 15, -10, 10);
    };
    expect(areaOf(sharesOf(ring))).toBeCloseTo(800, 1);
  });

  it.each([0, 17, -40, 3_000])('is the same where the px begin %i px farther', (moved) => {
    const large = (x: number): number[] =>
      sharesOf(
        (on) => {
          on.moveTo(4000, 0);
          on.ellipse(0, 0, 4000, 4000, 0, 0, 2 * Math.PI);
        },
        [1, 0, 0, 1, -x, -2800],
      );
    const [one, other] = [large(2820 + moved), large(2821 + moved)];
    const inBoth = (shares: readonly number[], from: number) =>
      Array.from({ length: 63 * 64 }, (_, place) => at(shares, from + (place % 63), Math.floor(place / 63)));
    expect(inBoth(one, 1)).toEqual(inBoth(other, 0));
  });

  it('does not hang at coordinates that are no numbers, nor at a thousand curves far larger than what is seen', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -1e300])
      expect(() => sharesOf((on) => on.bezierCurveTo(odd, 0, 0, odd, 10, 10))).not.toThrow();
    let lines = 0;
    class Counting extends Coverage {
      override lineTo(x: number, y: number): void {
        lines += 1;
        super.lineTo(x, y);
      }
    }
    const counting = new Counting(size, asItIs);
    for (let place = 0; place < 1000; place += 1)
      counting.bezierCurveTo(1e7, place, -1e7, 1e7, place % 2 === 0 ? 1e7 : -1e7, 64);
    expect(lines / 1000).toBeLessThan(200);
  });
});
