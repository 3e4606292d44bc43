import { describe, expect, it } from 'vitest';
import { scaling, translation } from '../geometry/matrix.ts';
import type { PatternPaint } from '../scene/scene.ts';
import {
  black,
  definitionsOf,
  gradient,
  linesOf,
  rectangle,
  red,
  sceneOf,
  shape,
  solid,
} from './scene-items.suite.ts';
import { printSingle } from './swept-gradients.ts';

const filled = (fill: ReturnType<typeof gradient> | PatternPaint) => [shape({ fills: [fill] })];

describe('a gradient', () => {
  it('that is linear runs between two points, with stops that say what is not usual', () => {
    expect(linesOf(filled(gradient({ opacity: 0.15 })))).toEqual([
      '<rect width="100" height="50" fill="url(#paint0_linear_1_2)" fill-opacity="0.15"/>',
      '<defs>',
      '<linearGradient id="paint0_linear_1_2" x1="0" y1="0" x2="100" y2="0" gradientUnits="userSpaceOnUse">',
      '<stop stop-color="#FF0000"/>',
      '<stop offset="1" stop-opacity="0.5"/>',
      '</linearGradient>',
      '</defs>',
    ]);
  });

  it('that is linear ends where its stripes cross the line at a right angle', () => {
    const [line] = definitionsOf(filled(gradient({ matrix: [-126, -40, 20, -63, 126, 40] })));
    expect(line).toContain('x1="126" y1="40" x2="0" y2="0"');
    const [skewed] = definitionsOf(filled(gradient({ matrix: [100, 100, 0, 50, 0, 0] })));
    expect(skewed).toContain('x1="0" y1="0" x2="100" y2="0"');
  });

  it.each([
    [[200, 0, 0, 140, 0, 0], 'scale(200 140)'],
    [[100, 0, 0, 100, 50, 25], 'translate(50 25) scale(100)'],
    [[0, 25, -26, 0, 35, 34], 'translate(35 34) rotate(90) scale(25 26)'],
    [[100, 0, 50, 50, 0, 0], 'matrix(100 0 50 50 0 0)'],
  ] as const)('that is radial is the unit circle, placed: %j', (matrix, expected) => {
    expect(definitionsOf(filled(gradient({ shape: 'RADIAL', matrix })))[0]).toBe(
      `<radialGradient id="paint0_radial_1_2" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="${expected}">`,
    );
  });

  it('that is angular is HTML under a clip beside a shape that carries the paint', () => {
    const stops = [
      { position: 0.25, color: red },
      { position: 0.75, color: black },
    ];
    const paint = gradient({ shape: 'ANGULAR', matrix: [50, 0, 0, 25, 50, 25], stops });
    const [line = '', ...others] = linesOf(filled(paint));
    expect(line).toMatch(
      /^<g clip-path="url\(#paint0_angular_1_2_clip_path\)" data-figma-skip-parse="true"><g transform="matrix\(0\.05 0 0 0\.025 50 25\)"><foreignObject x="-1000" y="-1000" width="2000" height="2000"><div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml" style="background:conic-gradient\(from 90deg,rgba\(128, 0, 0, 1\) 0deg,rgba\(255, 0, 0, 1\) 90deg,rgba\(0, 0, 0, 1\) 270deg,rgba\(128, 0, 0, 1\) 360deg\);height:100%;width:100%;opacity:1"><\/div><\/foreignObject><\/g><\/g><rect width="100" height="50" data-figma-gradient-fill="/,
    );
    const source: unknown = JSON.parse(/fill="({.*?})"/.exec(line)![1]!.replaceAll('&#34;', '"'));
    expect(source).toEqual({
      type: 'GRADIENT_ANGULAR',
      stops: stops.map(({ position, color }) => ({ color, position })),
      stopsVar: [],
      transform: { m00: 100, m01: 0, m02: 0, m10: 0, m11: 50, m12: 0 },
      opacity: 1,
      blendMode: 'NORMAL',
      visible: true,
    });
    expect(others).toEqual([
      '<defs>',
      '<clipPath id="paint0_angular_1_2_clip_path"><rect width="100" height="50"/></clipPath></defs>',
    ]);
  });

  it('that is angular covers the whole shape', () => {
    const matrix = [2.5, -9.5, 9.5, 2.5, 12, 12] as const;
    const outline = rectangle({ width: 20, height: 20 }, { matrix: translation(2, 2) });
    const ink = { left: 2, top: 2, right: 22, bottom: 22 };
    const fills = [
      gradient({ shape: 'ANGULAR', matrix: [matrix[0], matrix[1], matrix[2], matrix[3], 10, 10] }),
    ];
    expect(linesOf([shape({ outline, ink, fills })])[0]).toContain(
      '<g transform="matrix(0.0025 -0.0095 0.0095 0.0025 12 12)"><foreignObject x="-1367.88" y="-1367.88" width="2735.75" height="2735.75">',
    );
  });

  it('that is a diamond is drawn as four quarters', () => {
    const paint = gradient({ shape: 'DIAMOND', matrix: [50, 0, 0, 25, 50, 25], opacity: 0.5 });
    const [line = '', , clip, ...others] = linesOf(filled(paint));
    const quarter = (transform: string): string =>
      `<rect x="0" y="0" width="1000" height="1000"${transform} fill="url(#paint0_diamond_1_2)" opacity="0.5" shape-rendering="crispEdges"/>`;
    const mirrored = ['', ' transform="scale(1 -1)"', ' transform="scale(-1 1)"', ' transform="scale(-1)"'];
    expect(line).toContain(
      `<g transform="matrix(0.05 0 0 0.025 50 25)">${mirrored.map(quarter).join('')}</g></g><rect`,
    );
    expect(clip).toBe(
      '<clipPath id="paint0_diamond_1_2_clip_path"><rect width="100" height="50"/></clipPath><linearGradient id="paint0_diamond_1_2" x1="0" y1="0" x2="500" y2="500" gradientUnits="userSpaceOnUse">',
    );
    expect(others[0]).toBe('<stop stop-color="#FF0000"/>');
  });

  it.each([
    [0, '0.0'],
    [1, '1.0'],
    [0.75, '0.750'],
    [0.8, '0.80000001192092896'],
    [-1752.7867431640625, '-1752.7867431640625'],
    [753.6241455078125, '753.62414550781250'],
    [-4.0530038635140653e-13, '-4.0530038635140653e-13'],
  ])('prints the number %d in single precision as %s', (value, expected) => {
    expect(printSingle(value)).toBe(expected);
  });
});

describe('a pattern', () => {
  const tile = sceneOf([shape({ outline: rectangle({ width: 10, height: 6 }), fills: [solid(red)] })], {
    width: 10,
    height: 6,
  });
  const pattern = (more: Partial<PatternPaint>): PatternPaint => ({
    kind: 'pattern',
    tile,
    tileType: 'RECTANGULAR',
    scalingFactor: 2,
    spacing: { x: 4, y: 2 },
    horizontalAlignment: 'CENTER',
    verticalAlignment: 'END',
    opacity: 1,
    blendMode: 'NORMAL',
    ...more,
  });

  it('repeats what it shows with its space, one tile at the chosen side', () => {
    expect(linesOf(filled(pattern({})))).toEqual([
      '<rect width="100" height="50" fill="url(#pattern0_1_2)"/>',
      '<defs>',
      '<pattern id="pattern0_1_2" patternUnits="userSpaceOnUse" width="12" height="7" patternTransform="matrix(2 0 0 2 40 38)">',
      '<rect width="10" height="6" fill="#FF0000"/>',
      '</pattern>',
      '</defs>',
    ]);
  });

  it('shifts every other row or column by half', () => {
    const rows = definitionsOf(filled(pattern({ tileType: 'HORIZONTAL_HEXAGONAL' })));
    expect(rows[0]).toContain('width="12" height="14"');
    expect(rows.slice(4, 6)).toEqual([
      '<use xlink:href="#pattern0_1_2_tile" transform="translate(-6 7)"/>',
      '<use xlink:href="#pattern0_1_2_tile" transform="translate(6 7)"/>',
    ]);
    expect(definitionsOf(filled(pattern({ tileType: 'VERTICAL_HEXAGONAL' })))[0]).toContain(
      'width="24" height="7"',
    );
  });

  it('draws nothing where it has no size', () => {
    expect(
      linesOf(filled(pattern({ tile: { ...tile, size: { width: 0, height: 0 } }, spacing: { x: 0, y: 0 } }))),
    ).toEqual([]);
  });
});

it('A gradient follows a shape that is turned or stretched', () => {
  const outline = rectangle({ width: 100, height: 50 }, { matrix: scaling(0.5) });
  expect(definitionsOf([shape({ outline, fills: [gradient()] })])[0]).toContain('x2="50" y2="0"');
});
