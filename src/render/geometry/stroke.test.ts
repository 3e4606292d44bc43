import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, differenceArea } from '../../testing/path-area.ts';
import { boundsOf } from './bounds.ts';
import { dashPath, fitDashes } from './dash.ts';
import type { StrokeCap } from './line-caps.ts';
import { isPathError, parsePath } from './parse-path.ts';
import { coordsOfVerb, emptyPath, type Path } from './path.ts';
import { printPath } from './print-path.ts';
import { rectanglePath } from './rectangle.ts';
import { sideStroke } from './side-strokes.ts';
import { combine } from './skia-path.ts';
import {
  cutBand,
  hasOpenOutline,
  lineStroke,
  miterLimitOf,
  type StrokeAlign,
  type StrokeStyle,
  strokeBand,
  uncutBand,
} from './stroke.ts';

/** Ends that the boards of the editor have; no example shows their outline, so such lines end straight. */
const tapeEnds = [1, 2, 3, 4, 5, 6].map((end) => `WASHI_TAPE_${end}` as StrokeCap);

/** The area that an aligned stroke of a shape covers. */
function alignedStroke(shape: Path, align: StrokeAlign, style: StrokeStyle): Path {
  const band = uncutBand(shape, align, style);
  return align === 'CENTER' || hasOpenOutline(shape) ? band : cutBand(band, shape, align);
}

const path = (text: string): Path => {
  const result = parsePath(text);
  return isPathError(result) ? emptyPath : result;
};
const square = path('M0 0H10V10H0Z');
const line = path('M0 0H10');

/** Within one part in a thousand, which is more than the measure's own error. */
const expectArea = (shape: Path, area: number): void =>
  expect(Math.abs(areaOf(shape) / area - 1)).toBeLessThan(1e-3);

const expectBounds = (shape: Path, sides: readonly number[]): void => {
  const { left, top, right, bottom } = boundsOf(shape)!;
  for (const [index, side] of [left, top, right, bottom].entries())
    expect(side).toBeCloseTo(sides[index]!, 3);
};

describe('aligned strokes of closed shapes', () => {
  it.each([
    ['INSIDE', 100 - 36, [0, 0, 10, 10]],
    ['OUTSIDE', 196 - 100, [-2, -2, 12, 12]],
    ['CENTER', 144 - 64, [-1, -1, 11, 11]],
  ] as const)('lie %s', (align, area, bounds) => {
    const band = alignedStroke(square, align, { weight: 2 });
    expectArea(band, area);
    expectBounds(band, bounds);
  });

  it('are twice as wide before they are clipped, unless they are centred', () => {
    expectArea(uncutBand(square, 'INSIDE', { weight: 2 }), 196 - 36);
    expectArea(uncutBand(square, 'CENTER', { weight: 2 }), 144 - 64);
  });

  it('fill the whole of a shape that is too small for them', () => {
    expectArea(alignedStroke(square, 'INSIDE', { weight: 50 }), 100);
  });

  it('follow the circle of an icon to a thousandth of its width', () => {
    const circle = rectanglePath({ width: 2, height: 2 }, 1);
    expectArea(strokeBand(circle, { weight: 0.5 }), Math.PI * (1.25 ** 2 - 0.75 ** 2));
  });

  it('may be hair thin on a large shape', () => {
    const large = rectanglePath({ width: 10_000, height: 10_000 });
    expect(areaOf(strokeBand(large, { weight: 0.0625 })) / 2500).toBeCloseTo(1, 1);
  });

  it('of nothing, or of no weight, are nothing', () => {
    expect(strokeBand(emptyPath, { weight: 1 })).toEqual(emptyPath);
    for (const weight of [0, -1, Number.NaN]) expect(strokeBand(square, { weight })).toEqual(emptyPath);
    expect(areaOf(strokeBand(path('M0 0L1e30 1e30'), { weight: 2 }))).toBe(0);
  });
});

describe('strokes of open lines', () => {
  it('are centred whatever their alignment', () => {
    for (const align of ['INSIDE', 'OUTSIDE', 'CENTER'] as const)
      expectBounds(alignedStroke(line, align, { weight: 2 }), [0, -1, 10, 1]);
  });

  it.each([
    ['MITER', 40],
    ['BEVEL', 39.5],
    ['ROUND', 39 + Math.PI / 4],
  ] as const)('have a join %s at their corners', (join, area) => {
    expectArea(strokeBand(path('M-10 0H0V10'), { weight: 2, join }), area);
  });

  it('bevel corners sharper than the miter angle', () => {
    expect(miterLimitOf()).toBeCloseTo(4, 2);
    expect(miterLimitOf(0)).toBe(1e6);
    // A corner of 53.13°, whose mitre is 2.236 weights long.
    const sharp = path('M-10 5L0 0L-10 -5');
    const rightOf = (miterAngle?: number): number => {
      const style: StrokeStyle = { weight: 2, ...(miterAngle === undefined ? {} : { miterAngle }) };
      return boundsOf(strokeBand(sharp, style))!.right;
    };
    expect(rightOf()).toBeCloseTo(Math.sqrt(5), 3);
    expect(rightOf(53)).toBeCloseTo(Math.sqrt(5), 3);
    expect(rightOf(54)).toBeLessThan(1);
  });

  it.each<[StrokeCap, number, readonly number[]]>([
    ['NONE', 20, [0, -1, 10, 1]],
    ['ROUND', 20 + Math.PI, [-1, -1, 11, 1]],
    ['SQUARE', 24, [-1, -1, 11, 1]],
  ])('end with a cap %s', (cap, area, bounds) => {
    const band = strokeBand(line, { weight: 2, cap });
    expectArea(band, area);
    expectBounds(band, bounds);
  });

  it('become a dot where they have a round cap and no length', () => {
    expectArea(strokeBand(path('M5 5L5 5'), { weight: 2, cap: 'ROUND' }), Math.PI);
  });
});

describe('line ends with a shape', () => {
  const long = path('M0 0H100');
  const half = 5 / Math.sqrt(3);
  const round = Math.SQRT1_2;

  it.each<[StrokeCap, readonly number[], number]>([
    ['TRIANGLE_ARROW', [0, -2 * half, 100, 2 * half], (100 - 10) * 2 + 4 * 5 * half - 1 / Math.sqrt(3)],
    ['TRIANGLE_FILLED', [0, -2 * half, 100, 2 * half], (100 - 10) * 2 + 4 * 5 * (half + 0.5)],
    ['DIAMOND_FILLED', [0, -2 * half, 100 + 2 * half, 2 * half], 0],
    ['CIRCLE_FILLED', [0, -16 / 3, 100 + 16 / 3, 16 / 3], 0],
    ['LINE_ARROW', [0, -9 * round - 1, 101, 9 * round + 1], 0],
  ])('of %s have their size in units of the line weight', (endCap, bounds, area) => {
    const band = strokeBand(long, { weight: 2, cap: 'NONE', endCap });
    expectBounds(band, bounds);
    if (area > 0) expect(Math.abs(areaOf(band) / area - 1)).toBeLessThan(0.01);
  });

  it('shorten the line, so that they end in a point', () => {
    const band = strokeBand(long, { weight: 2, endCap: 'TRIANGLE_ARROW', cap: 'NONE' });
    expectArea(combine('INTERSECT', [band, path('M99 -20H101V20H99Z')]), 1 / Math.sqrt(3));
  });

  it('form one area where the shape and the line overlap', () => {
    const band = strokeBand(long, { weight: 2, endCap: 'CIRCLE_FILLED', cap: 'CIRCLE_FILLED' });
    const radius = 16 / 3;
    // Two discs, and the line between them less what they cover of it.
    const covered = 2 * (radius * radius * Math.asin(1 / radius) + Math.sqrt(radius * radius - 1));
    expectArea(band, 2 * Math.PI * radius * radius + 200 - covered);
  });

  it('point the way the line goes', () => {
    const up = strokeBand(path('M0 0C20 0 20 -5 20 -30'), { weight: 1, endCap: 'TRIANGLE_ARROW' });
    expectBounds(up, [0, -30, 20 + half, 0.5]);
  });

  it('may differ between the two ends, and one may be plain', () => {
    const band = strokeBand(line, { weight: 2, cap: 'ROUND', endCap: 'SQUARE' });
    expectArea(band, 20 + Math.PI / 2 + 2);
    expectBounds(band, [-1, -1, 11, 1]);
  });

  it('are left straight where no example shows them', () => {
    for (const cap of tapeEnds) expectArea(strokeBand(line, { weight: 2, cap }), 20);
  });
});

describe('the stroke of a LINE', () => {
  it('lies above the line, and plain caps stay within its length', () => {
    for (const cap of ['NONE', 'ROUND', 'SQUARE'] as const)
      expectBounds(lineStroke(14, { weight: 2, cap }), [0, -2, 14, 0]);
  });
});

describe('dashes', () => {
  it('alternate from the start of each outline', () => {
    expect(printPath(dashPath(path('M0 0H10M0 5H3'), [4, 2]))).toBe('M0 0H4M6 0H10M0 5H3');
    expect(printPath(dashPath(line, [3]))).toBe('M0 0H3M6 0H9');
  });

  it('continue around corners and along curves, measured by length', () => {
    expect(printPath(dashPath(path('M0 0H5V5'), [8, 8]))).toBe('M0 0H5V3');
    const quarter = dashPath(path('M10 0C10 5.52285 5.52285 10 0 10'), [10 * (Math.PI / 4), 100]);
    const [x, y] = [...quarter.coords.slice(-2)] as [number, number];
    expect(x).toBeCloseTo(Math.SQRT1_2 * 10, 1);
    expect(y).toBeCloseTo(Math.SQRT1_2 * 10, 1);
  });

  it('fit the corners of a rectangle: half a dash at both ends of each side, joined at the corner', () => {
    const sides = printPath(fitDashes(path('M0 0H10V10H0Z'), [2, 3]));
    expect(sides.startsWith('M0 1V0H1M4 0H6M9 0H10V1M')).toBe(true);
    expect(printPath(fitDashes(path('M0 0H9'), [2, 2.6]))).toBe('M0 0H1M3.5 0H5.5M8 0H9');
  });

  it('that are invalid or too many leave the line solid', () => {
    for (const dashes of [[0, 0], [-1, 2], [Number.NaN], [1e-9], [Infinity]]) {
      expect(printPath(dashPath(line, dashes))).toBe('M0 0H10');
      expect(printPath(fitDashes(line, dashes))).toBe('M0 0H10');
    }
  });

  it('are not drawn where there would be too many to tell apart', () => {
    expect(dashPath(line, [1 / 3000]).verbs).toHaveLength(2);
    const wavy = path(
      `M0 0${Array.from({ length: 1000 }, (_value, index) => `L${index} ${index % 2}`).join('')}`,
    );
    expect(dashPath(wavy, [0.1, 0.2])).toBe(wavy);
    expect(dashPath(wavy, [1, 2])).not.toBe(wavy);
  });

  it('of length zero are dots under round caps, and none begins at the end of the outline', () => {
    expectArea(strokeBand(path('M0 0H12'), { weight: 2, cap: 'ROUND', dashes: [0, 4] }), 3 * Math.PI);
  });
});

describe('strokes whose sides differ', () => {
  const size = { width: 100, height: 50 };
  const weights = { top: 1, right: 2, bottom: 3, left: 4 };

  it.each([
    ['INSIDE', [0, 0, 100, 50], 5000 - 94 * 46],
    ['OUTSIDE', [-4, -1, 102, 53], 106 * 54 - 5000],
    ['CENTER', [-2, -0.5, 101, 51.5], 103 * 52 - 97 * 48],
  ] as const)('lie %s', (align, bounds, area) => {
    expectBounds(sideStroke(size, weights, align), bounds);
    expectArea(sideStroke(size, weights, align), area);
  });

  it('draw nothing on a side without weight', () => {
    const band = sideStroke(size, { top: 0, right: 0, bottom: 2, left: 0 }, 'INSIDE');
    expect(differenceArea(band, path('M0 48H100V50H0Z'))).toBeCloseTo(0, 6);
  });

  it('agree with the stroke of one weight, rounding included', () => {
    const even = { top: 4, right: 4, bottom: 4, left: 4 };
    const whole = alignedStroke(rectanglePath(size, 10), 'INSIDE', { weight: 4 });
    expect(differenceArea(sideStroke(size, even, 'INSIDE', 10), whole) / areaOf(whole)).toBeLessThan(2e-3);
  });

  it('fill the box where they meet in its middle', () => {
    expectArea(sideStroke(size, { top: 40, right: 0, bottom: 40, left: 0 }, 'INSIDE'), 5000);
  });
});

describe('strokes of anything', () => {
  const number = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(0, 1, -3, 7.5, 7.6, 20, 1e-9) },
    { weight: 1, arbitrary: fc.constantFrom(-1e9, 1e30, Number.NaN, Infinity) },
  );
  const step = fc.record({
    verb: fc.constantFrom(0, 1, 1, 2, 3, 3, 4),
    coords: fc.array(number, { minLength: 6, maxLength: 6 }),
  });
  const style = fc.record({
    weight: number,
    cap: fc.constantFrom<StrokeCap>('NONE', 'ROUND', 'LINE_ARROW', 'TRIANGLE_ARROW', 'CIRCLE_FILLED'),
    join: fc.constantFrom('MITER', 'BEVEL', 'ROUND'),
    miterAngle: number,
    dashes: fc.array(fc.constantFrom(0, 3, 20, -1, Number.NaN, 1e30), { maxLength: 3 }),
    fitDashes: fc.boolean(),
  });

  it('terminate, and contain only finite numbers', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), style, (steps, anyStyle) => {
        const shape: Path = {
          verbs: Uint8Array.from(steps.map(({ verb }) => verb)),
          coords: Float64Array.from(steps.flatMap(({ verb, coords }) => coords.slice(0, coordsOfVerb[verb]))),
          rule: 'NONZERO',
        };
        const band = alignedStroke(shape, 'INSIDE', anyStyle);
        expect(band.coords.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 400, seed: 11 },
    );
  });
});
