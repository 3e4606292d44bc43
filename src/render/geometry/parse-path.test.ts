import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPathError, parsePath } from './parse-path.ts';
import type { Path } from './path.ts';
import { formatNumber, printGeometry, printPath } from './print-path.ts';

function parsed(text: string): Path {
  const path = parsePath(text);
  if (isPathError(path)) throw new Error(`${path.error} at ${path.at}: ${text}`);
  return path;
}

describe('path data', () => {
  it.each([
    ['', ''],
    ['M1 2', 'M1 2'],
    ['m1,2 3,4z', 'M1 2L4 6Z'],
    ['M1 2 3 4', 'M1 2L3 4'],
    ['M0 0h5v-2H1V3', 'M0 0H5V-2H1V3'],
    ['M0-1-.5.5', 'M0 -1L-0.5 0.5'],
    ['M1.5.5 1e1 2E-1', 'M1.5 0.5L10 0.2'],
    ['M0 0c1 2 3 4 5 6s7 8 9 10', 'M0 0C1 2 3 4 5 6C7 8 12 14 14 16'],
    ['M0 0Q3 3 6 0T12 0', 'M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0'],
    ['M0 0S3 3 6 0', 'M0 0C0 0 3 3 6 0'],
    ['M1 1L2 1L2 2ZL0 0', 'M1 1H2V2ZM1 1L0 0'],
    ['M0 0A0 5 0 0 1 3 3', 'M0 0L3 3'],
  ])('are parsed and printed in absolute, short form: %s', (text, printed) => {
    expect(printPath(parsed(text))).toBe(printed);
  });

  it('accept arc flags without separators, and enlarge radii that are too small', () => {
    expect(printPath(parsed('M0 0a5 5 0 0110 0'))).toBe(
      'M0 0C0 -2.76142 2.23858 -5 5 -5C7.76142 -5 10 -2.76142 10 0',
    );
    expect(printPath(parsed('M0 0a1 1 0 0110 0'))).toBe(printPath(parsed('M0 0a5 5 0 0110 0')));
  });

  it.each([
    'L0 0',
    '1 2',
    'M',
    'M1',
    'M1 2L',
    'M1 2L3',
    'M0 0X',
    'M0 0Z5 5',
    'M1 2,,3 4',
    'M1 2 3 4,',
    'M0 0L1 2,Z',
    'M0 0A1 1 0 2 0 3 3',
    'M1e400 0',
    'M1e39 0',
    'MNaN 0',
    'M0 0L1e 5',
    'M0 0L. 5',
    'M0 0L0x10 5',
    'url(#x)',
  ])('become an error value where they cannot be parsed: %s', (text) => {
    expect(parsePath(text)).toEqual({ error: expect.any(String), at: expect.any(Number) });
  });

  it('of any text give a path or an error, and terminate', () => {
    const letters = fc.constantFrom(...'MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), (characters) => {
        const path = parsePath(`M0 0${characters.join('')}`);
        if (!isPathError(path)) expect(path.coords.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('of a hundred thousand points are read in full', () => {
    const points = Array.from({ length: 100_000 }, (_value, index) => `L${index} ${-index}.5`);
    expect(parsed(`M0 0${points.join('')}Z`).verbs).toHaveLength(100_002);
  });

  it('of geometry are printed without H and V', () => {
    expect(printGeometry(parsed('M0 0H1V1Z'))).toBe('M0 0L1 0L1 1Z');
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [122.92699, '122.927'],
    [1 / 60, '0.0166667'],
    [-1.527021e-5, '-1.52702e-05'],
    [0.0001, '0.0001'],
    [999999.4, '999999'],
    [999999.5, '1e+06'],
    [-1234567, '-1.23457e+06'],
    [1e-101, '1e-101'],
  ])('have six significant digits as C prints them: %d', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});
