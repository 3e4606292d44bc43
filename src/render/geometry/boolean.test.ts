import { describe, expect, it } from 'vitest';
import { areaOf } from '../../testing/path-area.ts';
import { type BooleanPart, booleanPath } from './boolean.ts';
import { identity, translation } from './matrix.ts';
import { isPathError, parsePath } from './parse-path.ts';
import { emptyPath, type Path } from './path.ts';
import { rectanglePath } from './rectangle.ts';
import { combine } from './skia-path.ts';
import { uncutBand } from './stroke.ts';

const square = rectanglePath({ width: 10, height: 10 });
const shape = (x: number, path: Path = square): BooleanPart => ({
  matrix: translation(x, 0),
  hasFill: true,
  areas: [path],
});

describe('boolean operations', () => {
  it.each([
    ['UNION', 150],
    ['SUBTRACT', 50],
    ['INTERSECT', 50],
    ['EXCLUDE', 100],
  ] as const)('combine their children by %s', (operation, area) => {
    expect(areaOf(booleanPath(operation, [shape(0), shape(5)]))).toBeCloseTo(area, 3);
  });

  it('subtract all other children from the bottom one', () => {
    expect(areaOf(booleanPath('SUBTRACT', [shape(0), shape(8), shape(-8)]))).toBeCloseTo(60, 3);
  });

  it('keep with EXCLUDE what an odd number of three shapes cover', () => {
    expect(areaOf(booleanPath('EXCLUDE', [shape(0), shape(0), shape(0)]))).toBeCloseTo(100, 3);
  });

  it('nest, each in the coordinates of its parent', () => {
    const nested: BooleanPart = {
      matrix: translation(100, 0),
      hasFill: true,
      operation: 'SUBTRACT',
      children: [shape(0), shape(5)],
    };
    expect(areaOf(booleanPath('INTERSECT', [shape(102), nested]))).toBeCloseTo(30, 3);
  });

  it.each([
    ['a fill and an outer stroke', true, 'OUTSIDE', 196],
    ['an outer stroke alone', false, 'OUTSIDE', 96],
    ['an inner stroke alone', false, 'INSIDE', 64],
    ['a centred stroke alone', false, 'CENTER', 80],
  ] as const)('use a child with %s as the area that it covers', (_name, hasFill, align, area) => {
    const stroke = { band: uncutBand(square, align, { weight: 2 }), align };
    const child = { matrix: identity, hasFill, stroke, areas: [square] };
    expect(areaOf(booleanPath('UNION', [child]))).toBeCloseTo(area, 1);
  });

  it('use a child without fill and stroke as its outline', () => {
    expect(areaOf(booleanPath('UNION', [{ ...shape(0), hasFill: false }]))).toBeCloseTo(100, 3);
  });

  it('without children, or with children that can not be drawn, are empty', () => {
    const parsed = parsePath('M0 0H1e30V1e30Z');
    const huge = isPathError(parsed) ? emptyPath : parsed;
    expect(booleanPath('UNION', [])).toEqual(emptyPath);
    expect(areaOf(booleanPath('UNION', [shape(0, huge), shape(Number.NaN)]))).toBe(0);
  });

  it('nested ten thousand deep end without an error', () => {
    let part = shape(0);
    for (let depth = 0; depth < 10_000; depth += 1)
      part = { matrix: identity, hasFill: true, operation: 'UNION', children: [part] };
    expect(booleanPath('UNION', [part]).verbs).toHaveLength(0);
  });

  it('do not modify the paths that they are given', () => {
    const before = [...square.coords];
    combine('SUBTRACT', [square, square]);
    expect([...square.coords]).toEqual(before);
  });
});
