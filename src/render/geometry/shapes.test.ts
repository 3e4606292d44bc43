import { describe, expect, it } from 'vitest';
import { areaOf, differenceArea } from '../../testing/path-area.ts';
import { boundsOf } from './bounds.ts';
import { ellipsePath } from './ellipse.ts';
import { isPathError, parsePath } from './parse-path.ts';
import { emptyPath, type Path, polygonPath } from './path.ts';
import { regularPolygonPath, starPath } from './polygon.ts';
import { printGeometry, printPath } from './print-path.ts';
import { rectanglePath } from './rectangle.ts';
import { roundCorners } from './round-corners.ts';
import { networkFills, networkLines, type VectorNetwork } from './vector-network.ts';

const path = (text: string): Path => {
  const result = parsePath(text);
  return isPathError(result) ? emptyPath : result;
};
const square = { width: 10, height: 10 };

/** Within one part in a thousand, which is more than the measure's own error. */
const expectArea = (shape: Path, area: number): void =>
  expect(Math.abs(areaOf(shape) / area - 1)).toBeLessThan(1e-3);

describe('area', () => {
  it('follows the winding rule', () => {
    const twice = path('M0 0H10V10H0ZM2 2H8V8H2Z');
    expectArea(twice, 100);
    expectArea({ ...twice, rule: 'EVENODD' }, 64);
  });

  it('of the difference counts what only one of two covers', () => {
    expect(differenceArea(path('M0 0H10V10H0Z'), path('M5 0H15V10H5Z'))).toBeCloseTo(100, 6);
    expect(differenceArea(emptyPath, emptyPath)).toBe(0);
  });
});

describe('rectangles', () => {
  it('without radius are four lines that return', () => {
    expect(printGeometry(rectanglePath(square))).toBe('M0 0L10 0L10 10L0 10L0 0Z');
  });

  it('lose at their corners what the radius cuts off', () => {
    expectArea(rectanglePath(square, 3), 100 - 9 * (4 - Math.PI));
    expectArea(rectanglePath(square, [4, 0, 0, 2]), 100 - (16 + 4) * (1 - Math.PI / 4));
  });

  it('become a capsule or a circle where the radius exceeds the box', () => {
    expectArea(rectanglePath(square, 1000), 25 * Math.PI);
    expectArea(rectanglePath({ width: 20, height: 10 }, 1000), 100 + 25 * Math.PI);
  });

  it('scale two radii that exceed an edge in proportion', () => {
    expect(printGeometry(rectanglePath(square, [15, 5, 0, 0]))).toMatch(
      /^M0 7\.5C.* 7\.5 0L7\.5 0C.* 10 2\.5L/,
    );
  });

  it('are smoothed: the curve begins 1 + smoothing radii from the corner, the arc keeps its radius', () => {
    const smooth = rectanglePath({ width: 100, height: 100 }, 20, 0.6);
    expect(smooth.coords[1]).toBeCloseTo(32, 9);
    // The easing cuts a little off before and after the arc, and adds next to nothing.
    const plain = rectanglePath({ width: 100, height: 100 }, 20);
    const cut = areaOf(plain, 4000) - areaOf(smooth, 4000);
    expect(cut).toBeGreaterThan(0);
    expect(differenceArea(plain, smooth, 4000) / cut).toBeLessThan(1.03);
  });

  it('are smoothed no further than their edges allow', () => {
    expect(printGeometry(rectanglePath(square, 5, 1))).toBe(printGeometry(rectanglePath(square, 5)));
  });
});

describe('ellipses', () => {
  it('are four cubics from the right, clockwise', () => {
    const text = printPath(ellipsePath({ width: 4, height: 2 }));
    expect(text).toMatch(/^M4 1C4 1\.55228 3\.10457 2 2 2C.* 0 1C.* 2 0C.* 4 1Z$/);
  });

  it.each([
    ['a half pie', { startingAngle: 0, endingAngle: Math.PI, innerRadius: 0 }, 0.5],
    ['a pie drawn backwards', { startingAngle: 1, endingAngle: 0, innerRadius: 0 }, 0.5 / Math.PI],
    ['a ring', { startingAngle: 0, endingAngle: Math.fround(2 * Math.PI), innerRadius: 0.5 }, 0.75],
    [
      'whole where the end falls short by rounding',
      { startingAngle: 0, endingAngle: 6.28318, innerRadius: 0.5 },
      0.75,
    ],
    ['a quarter of a ring', { startingAngle: -1, endingAngle: Math.PI / 2 - 1, innerRadius: 0.5 }, 0.75 / 4],
  ])('cover the right area as %s', (_name, arc, share) => {
    const shape = ellipsePath({ width: 20, height: 10 }, arc);
    expectArea(shape, 50 * Math.PI * share);
    expect(shape.verbs.filter((verb) => verb === 0)).toHaveLength(share === 0.75 ? 2 : 1);
  });

  it('start an arc at its angle, and close a pie through the centre', () => {
    const pie = ellipsePath(square, { startingAngle: Math.PI / 2, endingAngle: Math.PI, innerRadius: 0 });
    expect(printPath(pie)).toMatch(/^M5 10C.* 0 5H5Z$/);
    expect(boundsOf(pie)).toEqual({ left: 0, top: 5, right: 5, bottom: 10 });
  });
});

describe('polygons and stars', () => {
  it('are inscribed in the ellipse of their box, with a vertex at the top', () => {
    const hexagon = regularPolygonPath(square, 6);
    expect([...hexagon.coords.slice(0, 2)]).toEqual([5, 0]);
    expectArea(hexagon, 3 * 25 * Math.sin(Math.PI / 3));
  });

  it('have as many points as asked for, with the inner radius as asked for', () => {
    const star = starPath(square, 5, 0.4);
    expect(star.verbs).toHaveLength(12);
    expectArea(star, 5 * 25 * 0.4 * Math.sin(Math.PI / 5));
  });

  it('lose at each corner what its angle and radius cut off', () => {
    const cut = 3 * (Math.sqrt(3) - Math.PI / 3);
    const triangle = regularPolygonPath(square, 3);
    expectArea(regularPolygonPath(square, 3, 1), areaOf(triangle) - cut);
  });

  it('with absurd counts stay finite', () => {
    for (const count of [Number.NaN, -1, 0, 2, Infinity])
      expect(regularPolygonPath(square, count).verbs).toHaveLength(5);
    expect(starPath(square, 1e9, 0.5).verbs.length).toBeLessThan(3000);
  });
});

describe('rounding', () => {
  it('rounds open lines between two straight edges, using the whole edge where only one end is rounded', () => {
    expect(printPath(roundCorners(path('M0 8V0H8'), 6))).toBe('M0 8V6C0 2.68629 2.68629 0 6 0H8');
  });

  it('leaves alone vertices next to a curve, collinear vertices and closed curves', () => {
    for (const text of ['M0 0H5C9 0 9 9 5 9', 'M0 0H5H10', 'M0 5C0 0 10 0 10 5C10 10 0 10 0 5Z'])
      expect(printPath(roundCorners(path(text), 2))).toBe(text);
  });

  it('copes with edges of length zero', () => {
    const shape = roundCorners(
      polygonPath([
        [0, 0],
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
      1,
    );
    expect(shape.coords.every(Number.isFinite)).toBe(true);
    expectArea(roundCorners(path('M0 0H10V10H0Z'), 3), 100 - 9 * (4 - Math.PI));
  });
});

describe('vector networks', () => {
  const at = (x: number, y: number) => ({ position: { x, y } });
  const vertices = [at(0, 0), at(10, 0), at(10, 10), at(0, 10), at(20, 20)];
  const edge = (start: number, end: number) => ({ start, end });
  const box = [edge(0, 1), edge(2, 1), edge(2, 3), edge(3, 0)];

  it('give each region as a path, whichever way its segments point', () => {
    const regions = [{ loops: [[0, 1, 2, 3]], windingRule: 'odd' }];
    const [fill] = networkFills({ vertices, segments: box, regions });
    expect(fill?.rule).toBe('EVENODD');
    expect(printPath(fill!)).toBe('M0 0H10V10H0V0Z');
  });

  it('swap the tangents of a segment that is traversed backwards', () => {
    const curve = { start: 1, end: 0, startTangent: { x: 0, y: 5 }, endTangent: { x: 0, y: 7 } };
    const lines = networkLines({ vertices: vertices.slice(0, 3), segments: [edge(2, 1), curve] });
    expect(printPath(lines)).toBe('M0 0C0 7 10 5 10 0V10');
  });

  it('close a loop, and end lines where three segments meet', () => {
    expect(printPath(networkLines({ vertices, segments: box }))).toBe('M0 0H10V10H0V0Z');
    const tree: VectorNetwork = { vertices, segments: [edge(0, 1), edge(1, 2), edge(1, 4)] };
    expect(printPath(networkLines(tree))).toBe('M0 0H10M10 0V10M10 0L20 20');
  });

  it('that refer to what is not there are empty', () => {
    expect(networkLines({ vertices, segments: [edge(0, 9)] }).verbs).toHaveLength(0);
    expect(
      networkFills({ vertices, segments: box, regions: [{ loops: [[7]], windingRule: 'odd' }] }),
    ).toEqual([]);
  });
});
