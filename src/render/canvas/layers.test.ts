import { describe, expect, it } from 'vitest';
import { black, blue, box, draw, frame, grey, group, red, solid, white } from './drawn.suite.ts';

const redBytes = [255, 0, 0, 255];
const whiteBytes = [255, 255, 255, 255];
const ellipse = { type: 'ELLIPSE' };

describe('groups', () => {
  it('fade as a whole: what lies under another child stays hidden', () => {
    const children = [box(10, 10, 50, 50), box(10, 10, 50, 50, { fills: [solid(blue)] })];
    const [r, g, b] = draw(frame([group(children, { opacity: 0.5 })]))(30, 30);
    expect(Math.abs(r! - 127)).toBeLessThan(2);
    expect(Math.abs(g! - 127)).toBeLessThan(2);
    expect(b).toBe(255);
  });

  it('let their children blend with what lies below, unless they are isolated', () => {
    const child = box(10, 10, 50, 50, { blendMode: 'MULTIPLY' });
    const below = box(0, 0, 100, 100, { fills: [solid(blue)] });
    const through = draw(frame([below, group([child])]))(30, 30);
    const isolated = draw(frame([below, group([child], { blendMode: 'NORMAL' })]))(30, 30);
    expect(through).toEqual([0, 0, 0, 255]);
    expect(isolated).toEqual(redBytes);
  });

  it('cut their children, round corners included', () => {
    const child = box(0, 0, 100, 100);
    const inner = box(20, 20, 60, 60, { type: 'FRAME', clipsContent: true, cornerRadius: 20, fills: [] });
    const moved = {
      ...child,
      relativeTransform: [
        [1, 0, -20],
        [0, 1, -20],
      ],
    };
    const pixel = draw(frame([{ ...inner, children: [moved] }]));
    expect(pixel(50, 50)).toEqual(redBytes);
    expect(pixel(21, 21)).toEqual(whiteBytes);
    expect(pixel(15, 50)).toEqual(whiteBytes);
  });
});

describe('masks', () => {
  const masked = (maskType: string, fill: object): ReturnType<typeof draw> => {
    const mask = box(20, 20, 60, 60, { ...ellipse, isMask: true, maskType, fills: [fill] });
    return draw(frame([group([mask, box(20, 20, 60, 60)])]));
  };

  it('let through as much as the mask is opaque', () => {
    const pixel = masked('ALPHA', solid(black, { opacity: 0.5 }));
    expect(Math.abs(pixel(50, 50)[1]! - 127)).toBeLessThan(2);
    expect(pixel(22, 22)).toEqual(whiteBytes);
  });

  it('let through as much as the mask is bright', () => {
    expect(masked('LUMINANCE', solid(white))(50, 50)).toEqual(redBytes);
    expect(masked('LUMINANCE', solid(black))(50, 50)).toEqual(whiteBytes);
    expect(Math.abs(masked('LUMINANCE', solid(grey))(50, 50)[1]! - 127)).toBeLessThan(2);
  });

  it('let all through within the outline of a vector mask, whatever its paint', () => {
    const pixel = masked('VECTOR', solid(black, { opacity: 0.1 }));
    expect(pixel(50, 50)).toEqual(redBytes);
    expect(pixel(22, 22)).toEqual(whiteBytes);
  });

  it('cut a single hole where a vector mask has several outlines', () => {
    const parts = [box(10, 10, 20, 20), box(60, 60, 20, 20)];
    const mask = group(parts, { isMask: true, maskType: 'VECTOR' });
    const pixel = draw(frame([group([mask, box(0, 0, 100, 100)])]));
    expect(pixel(15, 15)).toEqual(redBytes);
    expect(pixel(70, 70)).toEqual(redBytes);
    expect(pixel(45, 45)).toEqual(whiteBytes);
  });
});

describe('blend modes', () => {
  /** Red half light over a green and blue below: what each channel becomes, by the formulas of the modes. */
  const cases: readonly [mode: string, expected: readonly number[]][] = [
    ['NORMAL', [204, 102, 51]],
    ['DARKEN', [102, 102, 51]],
    ['MULTIPLY', [82, 61, 41]],
    ['LINEAR_BURN', [51, 0, 0]],
    ['COLOR_BURN', [64, 0, 0]],
    ['LIGHTEN', [204, 153, 204]],
    ['SCREEN', [224, 194, 214]],
    ['LINEAR_DODGE', [255, 255, 255]],
    ['COLOR_DODGE', [255, 255, 255]],
    ['OVERLAY', [163, 133, 173]],
    ['HARD_LIGHT', [194, 122, 82]],
    ['DIFFERENCE', [102, 51, 153]],
    ['EXCLUSION', [143, 133, 173]],
  ];
  const below = solid({ r: 0.4, g: 0.6, b: 0.8, a: 1 });
  const above = solid({ r: 0.8, g: 0.4, b: 0.2, a: 1 });

  it.each(cases)('%s', (blendMode, expected) => {
    const node = box(0, 0, 100, 100, { blendMode, fills: [above] });
    const pixel = draw(frame([node], { fills: [below] }))(50, 50);
    for (const [channel, value] of expected.entries())
      expect(Math.abs(pixel[channel]! - value)).toBeLessThanOrEqual(2);
  });

  it('take hue, saturation, color and luminosity from the layer that has the mode', () => {
    const light = ([r, g, b]: readonly number[]): number => 0.3 * r! + 0.59 * g! + 0.11 * b!;
    const blended = (blendMode: string): readonly number[] =>
      draw(frame([box(0, 0, 100, 100, { blendMode, fills: [above] })], { fills: [below] }))(50, 50);
    for (const mode of ['HUE', 'SATURATION', 'COLOR'])
      expect(Math.abs(light(blended(mode)) - light([102, 153, 204]))).toBeLessThan(3);
    expect(Math.abs(light(blended('LUMINOSITY')) - light([204, 102, 51]))).toBeLessThan(3);
  });

  it('apply LINEAR_BURN in proportion to the opacity of the layer', () => {
    const node = box(0, 0, 100, 100, { blendMode: 'LINEAR_BURN', opacity: 0.5, fills: [above] });
    const [r] = draw(frame([node], { fills: [below] }))(50, 50);
    expect(Math.abs(r! - (102 + 51) / 2)).toBeLessThanOrEqual(2);
  });
});

describe('strokes', () => {
  const stroked = (strokeAlign: string, more: object = {}): ReturnType<typeof draw> =>
    draw(
      frame([
        box(30, 30, 40, 40, { fills: [], strokes: [solid(red)], strokeWeight: 4, strokeAlign, ...more }),
      ]),
    );

  it('lie inside, outside or on the outline', () => {
    for (const [align, from, to] of [
      ['INSIDE', 30, 34],
      ['OUTSIDE', 26, 30],
      ['CENTER', 28, 32],
    ] as const) {
      const pixel = stroked(align);
      expect(pixel(from, 50)).toEqual(redBytes);
      expect(pixel(to - 1, 50)).toEqual(redBytes);
      expect(pixel(from - 1, 50)).toEqual(whiteBytes);
      expect(pixel(to, 50)).toEqual(whiteBytes);
    }
  });

  it('have dashes', () => {
    const pixel = stroked('CENTER', { strokeDashes: [5, 5] });
    const row = Array.from({ length: 40 }, (_, at) => pixel(30 + at, 30)[1]! < 128);
    expect(row.filter(Boolean).length).toBeGreaterThan(12);
    expect(row.filter(Boolean).length).toBeLessThan(30);
  });

  it('are filled by paints of any kind', () => {
    const gradientStops = [
      { position: 0, color: red },
      { position: 1, color: blue },
    ];
    const gradientHandlePositions = [
      { x: 0.5, y: 0.5 },
      { x: 1, y: 0.5 },
      { x: 0.5, y: 1 },
    ];
    const angular = { type: 'GRADIENT_ANGULAR', blendMode: 'NORMAL', gradientStops, gradientHandlePositions };
    const pixel = stroked('CENTER', { strokes: [angular] });
    expect(pixel(70, 55)[0]).toBeGreaterThan(200);
    expect(pixel(70, 45)[2]).toBeGreaterThan(200);
    expect(pixel(50, 50)).toEqual(whiteBytes);
  });
});

describe('text', () => {
  const text = (characters: string, more: object = {}): ReturnType<typeof box> =>
    box(5, 5, 90, 60, {
      type: 'TEXT',
      characters,
      style: { fontFamily: 'Inter', fontWeight: 700, fontSize: 60 },
      fills: [solid(black)],
      ...more,
    });
  const inked = (pixel: ReturnType<typeof draw>): number[] =>
    Array.from({ length: 100 }, (_, x) => x).filter((x) => pixel(x, 45)[0]! < 128);

  it('is drawn by the outlines of its glyphs', () => {
    const columns = inked(draw(frame([text('ll')])));
    const strokes = columns.filter((x, at) => columns[at - 1] !== x - 1).length;
    expect(strokes).toBe(2);
  });

  it('is filled by a gradient over its whole box', () => {
    const gradientStops = [
      { position: 0, color: red },
      { position: 1, color: blue },
    ];
    const gradientHandlePositions = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    const fills = [{ type: 'GRADIENT_LINEAR', blendMode: 'NORMAL', gradientStops, gradientHandlePositions }];
    const pixel = draw(frame([text('HH', { fills })]));
    const [r, , b] = pixel(13, 45);
    expect(r).toBeGreaterThan(b!);
    expect(pixel(90, 45)[2]).toBeGreaterThan(pixel(90, 45)[0]! - 1);
  });

  it('does not show where its glyphs overlap when it is translucent', () => {
    const style = { fontFamily: 'Inter', fontWeight: 700, fontSize: 60, letterSpacing: -20 };
    const pixel = draw(frame([text('HHH', { style, opacity: 0.5 })]));
    const darkest = Math.min(...Array.from({ length: 100 }, (_, x) => pixel(x, 45)[0]!));
    expect(darkest).toBeGreaterThanOrEqual(126);
  });

  it('shows emoji in the colours of their font, whatever its fill', () => {
    const pixel = draw(frame([text('😀')]));
    const all = Array.from({ length: 2500 }, (_, at) => pixel(10 + (at % 50), 10 + Math.floor(at / 50)));
    const yellow = all.filter(([r, g, b]) => r! > 200 && g! > 150 && b! < 120).length;
    expect(yellow).toBeGreaterThan(500);
  });
});
