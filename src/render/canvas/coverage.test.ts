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

  it('counts outlines within one another by turns, parts of px too, where the rule is evenodd', () => {
    const nested = (on: Tracing) => {
      on.rect(10, 10, 30, 30);
      on.rect(15, 15, 20, 20);
      on.rect(20.25, 20, 10, 10);
      on.rect(21.5, 22, 5, 5);
    };
    const shares = sharesOf(nested, asItIs, 'evenodd');
    expect([12, 17, 20, 28].map((x) => at(shares, x, 21))).toEqual([255, 0, 191, 255]);
    expect([20, 21, 22, 26, 28].map((x) => at(shares, x, 24))).toEqual([191, 128, 0, 128, 255]);
  });

  it('closes what is left open, before the next outline and in the end', () => {
    const open = (on: Tracing) => {
      for (const [x, y] of [
        [4, 4],
        [30, 30],
      ] as const) {
        on.moveTo(x, y);
        on.lineTo(x + 20, y);
        on.lineTo(x + 20, y + 20);
      }
    };
    expect(areaOf(sharesOf(open))).toBeCloseTo(400, 0);
  });

  const isInEllipse = (x: number, y: number, rx: number, ry: number): boolean =>
    (x / rx) ** 2 + (y / ry) ** 2 < 1;
  const isRound = (x: number, y: number, right: number, bottom: number, r: number): boolean =>
    isInEllipse(Math.max(0, Math.abs(x) - right + r), Math.max(0, Math.abs(y) - bottom + r), r, r) &&
    Math.abs(x) < right &&
    Math.abs(y) < bottom;
  it.each<[string, (on: Tracing) => void, (x: number, y: number) => boolean]>([
    [
      'an ellipse',
      (on) => {
        on.moveTo(53, 31);
        on.ellipse(30, 31, 23, 11, 0, 0, 2 * Math.PI);
      },
      (x, y) => isInEllipse(x - 30, y - 31, 23, 11),
    ],
    ['round corners', (on) => on.roundRect(5, 12, 50, 32, 9), (x, y) => isRound(x - 30, y - 28, 25, 16, 9)],
    [
      'corners as round as there is room',
      (on) => on.roundRect(5, 12, 50, 32, 40),
      (x, y) => isRound(x - 30, y - 28, 25, 16, 16),
    ],
    ['high ones', (on) => on.roundRect(12, 5, 32, 50, 40), (x, y) => isRound(x - 28, y - 30, 16, 25, 16)],
    [
      'a bow',
      (on) => {
        on.moveTo(2, 60);
        on.quadraticCurveTo(32, 0, 62, 60);
      },
      (x, y) => y < 60 && y > 60 - ((x - 2) * (62 - x)) / 30,
    ],
    [
      'a slope to each side',
      (on) => {
        on.moveTo(20, 3);
        on.lineTo(60, 50);
        on.lineTo(3, 61);
      },
      (x, y) =>
        (x - 20) * 47 < (y - 3) * 40 && (x - 60) * 11 < (y - 50) * -57 && (x - 3) * 58 > (61 - y) * 17,
    ],
  ])('of %s is, px for px, as much as lies inside', (_title, trace, isInside) => {
    const shares = sharesOf(trace);
    const parts = 16;
    const inside = (px: number): number => {
      let count = 0;
      for (let part = 0; part < parts * parts; part += 1) {
        const [x, y] = [((part % parts) + 0.5) / parts, (Math.floor(part / parts) + 0.5) / parts];
        if (isInside((px % size.width) + x, Math.floor(px / size.width) + y)) count += 1;
      }
      return (255 * count) / parts ** 2;
    };
    const apart = shares.map((share, px) => Math.abs(share - inside(px)));
    expect(Math.max(...apart)).toBeLessThan(9);
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

  it('is that of what lies in it, where a shape goes beyond the px on every side', () => {
    expect(new Set(sharesOf((on) => on.rect(-10, -20, 100, 120)))).toEqual(new Set([255]));
    const shares = sharesOf((on) => on.rect(60.5, -1, 30, 3.25));
    expect([59, 60, 61, 63].map((x) => at(shares, x, 0))).toEqual([0, 128, 255, 255]);
    expect([59, 60, 61, 63].map((x) => at(shares, x, 2))).toEqual([0, 32, 64, 64]);
    expect(areaOf(shares)).toBeCloseTo(3.5 * 2.25, 1);
    expect(areaOf(sharesOf((on) => on.rect(-5, 60.5, 7.5, 30)))).toBeCloseTo(2.5 * 3.5, 1);
  });

  it('is that of outlines of several: the larger one where they meet', () => {
    const rgba = new Uint8ClampedArray(4 * size.width * size.height);
    for (const [x, width] of [
      [10, 10.5],
      [20.25, 10],
    ] as const) {
      const coverage = new Coverage(size, asItIs);
      coverage.rect(x, 5, width, 1);
      coverage.writeTo(rgba, 'nonzero');
    }
    expect([10, 20, 21, 30].map((x) => rgba[4 * (5 * size.width + x) + 3])).toEqual([255, 191, 255, 64]);
  });

  /** How many lines stand for what is traced. */
  function linesOf(trace: (on: Tracing) => void, matrix: Matrix = asItIs): number {
    let lines = 0;
    class Counting extends Coverage {
      override lineTo(x: number, y: number): void {
        lines += 1;
        super.lineTo(x, y);
      }
    }
    trace(new Counting(size, matrix));
    return lines;
  }

  it('takes as many lines of a curve as keep it to a level, and one where none of it shows', () => {
    const square = (on: Tracing) => on.quadraticCurveTo(30, 0, 60, 60);
    const cubic = (on: Tracing) => on.bezierCurveTo(20, 0, 40, 0, 60, 60);
    const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
    expect([square, cubic].map((trace) => linesOf(trace))).toEqual([128, 110]);
    expect(linesOf(circle(30))).toBe(259);
    expect(linesOf((on) => on.bezierCurveTo(1e12, 0, -1e12, 64, 64, 64))).toBe(60);
    expect([4, 0.25].map((across) => linesOf(square, [across, 0, 0, 0.25, 0, 0]))).toEqual([40, 64]);
    const turned = (x: number): Matrix => [0, 1, -1, 0, x, 0];
    expect([0, 60].map((x) => linesOf(cubic, turned(x)))).toEqual([1, 110]);
    const beside: [number, number][] = [
      [-60, 0],
      [64, 0],
      [0, -60],
      [0, 64],
    ];
    expect(beside.map(([x, y]) => linesOf(cubic, moved(x, y)))).toEqual([1, 1, 1, 1]);
    const nearer = beside.map(([x, y]) => linesOf(cubic, moved(x - Math.sign(x), y - Math.sign(y))));
    expect(nearer).toEqual([9, 6, 8, 21]);
  });

  it('does not hang at coordinates that are no numbers, nor at a thousand curves far larger than what is seen', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -1e300])
      expect(() => sharesOf((on) => on.bezierCurveTo(odd, 0, 0, odd, 10, 10))).not.toThrow();
    const lines = linesOf((on) => {
      for (let place = 0; place < 1000; place += 1)
        on.bezierCurveTo(1e7, place, -1e7, 1e7, place % 2 === 0 ? 1e7 : -1e7, 64);
    });
    expect(lines / 1000).toBeLessThan(200);
  });
});
