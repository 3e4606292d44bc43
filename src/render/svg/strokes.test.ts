import { describe, expect, it } from 'vitest';
import { scaling, translation } from '../geometry/matrix.ts';
import type { Outline, Stroke, StrokeCentre } from '../scene/scene.ts';
import { gradient, linesOf, path, rectangle, shape, solid, stroke } from './scene-items.suite.ts';

const size = { width: 1410, height: 950 };
const inset: StrokeCentre = {
  form: { kind: 'rectangle', radii: [4.5, 4.5, 4.5, 4.5], smoothing: 0 },
  x: 0.5,
  y: 0.5,
  size: { width: 1409, height: 949 },
  path: path('M0 0Z'),
};
const line = path('M0 0L10 10');
const along: StrokeCentre = { form: { kind: 'path' }, x: 0, y: 0, size, path: line };
const triangle: Outline = {
  matrix: translation(5, 5),
  form: { kind: 'path' },
  size: { width: 10, height: 10 },
  areas: [path('M0 0L10 0L10 10Z')],
};

const stroked = (outline: Outline, own: Partial<Stroke>, more = {}) =>
  shape({ outline, stroke: stroke(own), ...more });

describe('a stroke', () => {
  it('shares an element and its transform with the fill', () => {
    const item = stroked(rectangle(size, {}, 5), { weight: 1, align: 'INSIDE', centre: inset });
    expect(linesOf([item])).toEqual([
      '<rect x="0.5" y="0.5" width="1409" height="949" rx="4.5" fill="black" stroke="#FF0000"/>',
    ]);
  });

  it('stands apart from an image, a blended paint and one of several', () => {
    const fills = [solid(undefined, { blendMode: 'MULTIPLY' })];
    const item = stroked(rectangle(size, {}, 5), { weight: 1, align: 'INSIDE', centre: inset }, { fills });
    expect(linesOf([item])).toEqual([
      '<rect width="1410" height="950" rx="5" fill="black" style="mix-blend-mode:multiply"/>',
      '<rect x="0.5" y="0.5" width="1409" height="949" rx="4.5" stroke="#FF0000"/>',
    ]);
  });

  it('writes only the attributes that differ from the defaults', () => {
    const how = { join: 'ROUND', cap: 'ROUND', endCap: 'ROUND', dashes: [8, 4] } as const;
    expect(linesOf([stroked(triangle, { centre: along, ...how }, { fills: [] })])).toEqual([
      '<path d="M5 5L15 15" stroke="#FF0000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="8 4"/>',
    ]);
    expect(linesOf([stroked(triangle, { centre: along, miterLimit: 10 }, { fills: [] })])[0]).toContain(
      'stroke-width="2" stroke-miterlimit="10"/>',
    );
  });

  it('is scaled with its shape, with a matrix where the scale is uneven', () => {
    const even = { ...triangle, matrix: scaling(3) };
    expect(linesOf([stroked(even, { centre: along }, { fills: [] })])[0]).toContain('stroke-width="6"');
    const uneven = { ...triangle, matrix: scaling(3, 1) };
    expect(linesOf([stroked(uneven, { centre: along }, { fills: [] })])[0]).toBe(
      '<path d="M0 0L10 10" transform="matrix(3 0 0 1 0 0)" stroke="#FF0000" stroke-width="2"/>',
    );
  });

  it('of a line is drawn beside it', () => {
    const outline: Outline = {
      ...triangle,
      form: { kind: 'line', length: 100 },
      areas: [],
      matrix: translation(0, 20),
    };
    const centre = { ...along, form: { kind: 'line', length: 100 }, y: -1 } as const;
    expect(linesOf([stroked(outline, { centre })])).toEqual([
      '<line y1="19" x2="100" y2="19" stroke="#FF0000" stroke-width="2"/>',
    ]);
  });

  it('inside a path is drawn twice as wide, masked by the path', () => {
    expect(linesOf([stroked(triangle, { align: 'INSIDE' })])).toEqual([
      '<mask id="path-1-inside-1_1_2" fill="white">',
      '<path d="M5 5H15V15Z"/>',
      '</mask>',
      '<path d="M5 5H15V15Z" fill="black"/>',
      '<path d="M5 5H15V15Z" stroke="#FF0000" stroke-width="4" mask="url(#path-1-inside-1_1_2)"/>',
    ]);
  });

  it('outside a path is masked by the inverse of the path', () => {
    const ink = { left: 3, top: 3, right: 17, bottom: 17 };
    expect(linesOf([shape(), stroked(triangle, { align: 'OUTSIDE' }, { ink })]).slice(1, 5)).toEqual([
      '<mask id="path-2-outside-1_1_2" maskUnits="userSpaceOnUse" x="3" y="3" width="14" height="14" fill="black">',
      '<rect fill="white" x="3" y="3" width="14" height="14"/>',
      '<path d="M5 5H15V15Z"/>',
      '</mask>',
    ]);
  });

  it('that differs by side is a masked area', () => {
    const item = stroked(rectangle(size), { align: 'INSIDE', unevenSides: true });
    expect(linesOf([item]).at(-1)).toBe(
      '<path d="M0 0H9V9H0Z" fill="#FF0000" mask="url(#path-1-inside-1_1_2)"/>',
    );
  });

  it('with arrowheads is an area', () => {
    expect(linesOf([stroked(triangle, { endCap: 'LINE_ARROW' }, { fills: [] })])).toEqual([
      '<path d="M5 5H14V14H5Z" fill="#FF0000"/>',
    ]);
  });

  it('with an angular gradient is an area beside the element that draws it', () => {
    const own = { centre: along, paints: [gradient({ shape: 'ANGULAR' })] };
    expect(linesOf([stroked(triangle, own, { fills: [] })])[0]).toContain(
      '</g></g><path d="M5 5H14V14H5Z" data-figma',
    );
  });

  it('is masked and not offset where simplified strokes are not asked for', () => {
    const item = stroked(rectangle(size, {}, 5), { weight: 1, align: 'INSIDE', centre: inset });
    expect(linesOf([item], { svgSimplifyStroke: false })).toEqual([
      '<mask id="path-1-inside-1_1_2" fill="white">',
      '<rect width="1410" height="950" rx="5"/>',
      '</mask>',
      '<rect width="1410" height="950" rx="5" fill="black"/>',
      '<rect width="1410" height="950" rx="5" stroke="#FF0000" stroke-width="2" mask="url(#path-1-inside-1_1_2)"/>',
    ]);
  });
});
