import { describe, expect, it } from 'vitest';
import { multiply, rotation, scaling, translation } from '../geometry/matrix.ts';
import type { Outline } from '../scene/scene.ts';
import { linesOf, path, rectangle, shape } from './scene-items.suite.ts';

const size = { width: 40, height: 20 };
const lineOf = (outline: Outline): string | undefined =>
  linesOf([shape({ outline })])[0]?.replace(' fill="black"/>', '');

const ellipse = (matrix: Outline['matrix'], own = size): Outline => ({
  matrix,
  form: { kind: 'ellipse' },
  size: own,
  areas: [],
});

describe('a simple shape', () => {
  it.each([
    ['upright', translation(10, 0), '<rect x="10" width="40" height="20" rx="3"'],
    [
      'turned',
      multiply(translation(80, 50), rotation(Math.PI / 12)),
      '<rect x="80" y="50" width="40" height="20" rx="3" transform="rotate(15 80 50)"',
    ],
    [
      'mirrored',
      [-1, 0, 0, 1, 40, 5] as const,
      '<rect width="40" height="20" rx="3" transform="matrix(-1 0 0 1 40 5)"',
    ],
    ['evenly stretched', scaling(2), '<rect width="80" height="40" rx="6"'],
    [
      'unevenly stretched',
      scaling(2, 1),
      '<rect width="40" height="20" rx="3" transform="matrix(2 0 0 1 0 0)"',
    ],
  ])('is a rectangle, %s', (_pose, matrix, expected) => {
    expect(lineOf(rectangle(size, { matrix }, 3))).toBe(expected);
  });

  it('is a rectangle with radii as far as the box allows', () => {
    expect(lineOf(rectangle(size, {}, 50))).toBe('<rect width="40" height="20" rx="10"');
  });

  it.each([
    ['upright', ellipse(translation(1, 2)), '<ellipse cx="21" cy="12" rx="20" ry="10"'],
    ['round', ellipse(translation(0, 0), { width: 20, height: 20 }), '<circle cx="10" cy="10" r="10"'],
    [
      'turned',
      ellipse([-1, -1e-8, 1e-8, -1, 40, 20]),
      '<ellipse cx="20" cy="10" rx="20" ry="10" transform="rotate(-180 20 10)"',
    ],
    [
      'mirrored',
      ellipse([1, 0, 0, -1, 10, 30]),
      '<ellipse cx="20" cy="10" rx="20" ry="10" transform="matrix(1 0 0 -1 10 30)"',
    ],
  ])('is an ellipse, %s', (_pose, outline, expected) => {
    expect(lineOf(outline)).toBe(expected);
  });

  it('is a path where corners differ or are smooth', () => {
    const uneven = rectangle(size, { form: { kind: 'rectangle', radii: [1, 2, 3, 4], smoothing: 0 } });
    const smooth = rectangle(size, { form: { kind: 'rectangle', radii: [1, 1, 1, 1], smoothing: 0.6 } });
    expect(lineOf(uneven)).toBe('<path d="M0 0H40V20H0V0Z"');
    expect(lineOf(smooth)).toBe('<path d="M0 0H40V20H0V0Z"');
  });
});

describe('any other shape', () => {
  const pieces: Outline = {
    matrix: translation(5, 5),
    form: { kind: 'path' },
    size,
    areas: [{ ...path('M0 0L10 0L10 10Z'), rule: 'EVENODD' }, path('M20 0Q30 0 30 10Z')],
  };

  it('is a path for each of its pieces', () => {
    expect(linesOf([shape({ outline: pieces })])).toEqual([
      '<path fill-rule="evenodd" clip-rule="evenodd" d="M5 5H15V15Z" fill="black"/>',
      '<path d="M25 5C31.6667 5 35 8.33333 35 15Z" fill="black"/>',
    ]);
  });
});
