import { describe, expect, it } from 'vitest';
import { black, blue, box, draw, fourColours, frame, grey, red, solid, white } from './drawn.suite.ts';
import { applyFilters } from './image-filters.ts';

const redBytes = [255, 0, 0, 255];
const greenBytes = [0, 255, 0, 255];
const blueBytes = [0, 0, 255, 255];
const whiteBytes = [255, 255, 255, 255];

const gradient = (type: string, handles: readonly (readonly number[])[], more: object = {}): object => ({
  type,
  blendMode: 'NORMAL',
  gradientStops: [
    { position: 0, color: black },
    { position: 1, color: white },
  ],
  gradientHandlePositions: handles.map(([x, y]) => ({ x, y })),
  ...more,
});

const centred = [
  [0.5, 0.5],
  [1, 0.5],
  [0.5, 1],
];

/** How light a pixel of a gradient is, 0 to 1. */
const lightness = (pixel: readonly number[]): number => pixel[0]! / 255;

describe('solid paints', () => {
  it('fill exactly the pixels of a box on the grid', () => {
    const pixel = draw(frame([box(10, 20, 30, 40)]));
    expect(pixel(10, 20)).toEqual(redBytes);
    expect(pixel(39, 59)).toEqual(redBytes);
    for (const [x, y] of [
      [9, 20],
      [40, 59],
      [10, 19],
      [39, 60],
    ] as const)
      expect(pixel(x, y)).toEqual(whiteBytes);
  });

  it('cover a pixel in part where the box does', () => {
    const pixel = draw(frame([box(10.5, 10, 10, 10, { fills: [solid(black)] })]));
    expect(pixel(10, 15)[0]).toBeCloseTo(127, -1);
  });

  it('are laid over each other with their opacity and blend mode', () => {
    const fills = [solid(grey), solid(red, { opacity: 0.5 }), solid(grey, { blendMode: 'MULTIPLY' })];
    const [r, g] = draw(frame([box(0, 0, 100, 100, { fills })]))(50, 50);
    expect(r).toBeGreaterThan(94);
    expect(r).toBeLessThan(98);
    expect(g).toBeGreaterThan(30);
    expect(g).toBeLessThan(34);
  });
});

describe('gradients', () => {
  const whole = (fill: object): ReturnType<typeof draw> => draw(frame([], { fills: [fill] }));

  it('runs from handle to handle', () => {
    const pixel = whole(
      gradient('GRADIENT_LINEAR', [
        [0, 0],
        [1, 0],
        [0, 1],
      ]),
    );
    expect(lightness(pixel(25, 50))).toBeCloseTo(0.255, 2);
    expect(lightness(pixel(75, 10))).toBeCloseTo(0.755, 2);
  });

  it('has its lines of equal colour along the third handle where that is skewed', () => {
    const pixel = whole(
      gradient('GRADIENT_LINEAR', [
        [0, 0],
        [1, 0],
        [0.5, 1],
      ]),
    );
    expect(lightness(pixel(50, 0))).toBeCloseTo(lightness(pixel(90, 80)), 1);
    expect(lightness(pixel(75, 50))).toBeCloseTo(0.5, 1);
  });

  it('spreads from the centre: radial, angular and diamond', () => {
    const radial = whole(gradient('GRADIENT_RADIAL', centred));
    const diamond = whole(gradient('GRADIENT_DIAMOND', centred));
    const angular = whole(gradient('GRADIENT_ANGULAR', centred));
    expect(lightness(radial(75, 50))).toBeCloseTo(0.5, 1);
    expect(lightness(radial(67, 67))).toBeCloseTo(0.5, 1);
    expect(lightness(diamond(62, 62))).toBeCloseTo(0.5, 1);
    expect(lightness(diamond(37, 37))).toBeCloseTo(0.5, 1);
    expect(lightness(angular(50, 90))).toBeCloseTo(0.25, 1);
    expect(lightness(angular(10, 50))).toBeCloseTo(0.5, 1);
    expect(lightness(angular(50, 10))).toBeCloseTo(0.75, 1);
  });

  it('shows no seam where the quarters of a half transparent diamond meet', () => {
    const handles = [
      [0.505, 0.505],
      [1, 0.505],
      [0.505, 1],
    ];
    const opaque = whole(gradient('GRADIENT_DIAMOND', handles));
    const half = draw(
      frame([], { fills: [solid(white), gradient('GRADIENT_DIAMOND', handles, { opacity: 0.5 })] }),
    );
    for (let at = 20; at < 80; at += 1)
      expect(Math.abs(half(at, 50)[0]! - (255 + opaque(at, 50)[0]!) / 2)).toBeLessThanOrEqual(3);
  });

  it('follows an area that is rotated or moved', () => {
    const area = box(40, 40, 40, 40, { fills: [gradient('GRADIENT_RADIAL', centred)] });
    const pixel = draw(frame([area]));
    expect(lightness(pixel(60, 60))).toBeLessThan(0.1);
    expect(lightness(pixel(41, 41))).toBe(1);
  });
});

describe('image paints', () => {
  const image = (more: object): object => ({ type: 'IMAGE', imageRef: 'a', blendMode: 'NORMAL', ...more });
  const withImage = (more: object, size: readonly [number, number] = [100, 50], side = 10) =>
    draw(frame([box(0, 0, size[0], size[1], { fills: [image(more)] })]), {
      images: { a: fourColours(side) },
    });

  it('covers the box with FILL, and shows the whole image with FIT', () => {
    const cover = withImage({ scaleMode: 'FILL' });
    expect(cover(5, 5)).toEqual(redBytes);
    expect(cover(95, 45)).toEqual(whiteBytes);
    const contain = withImage({ scaleMode: 'FIT' });
    expect(contain(10, 5)).toEqual(whiteBytes);
    expect(contain(30, 5)).toEqual(redBytes);
    expect(contain(30, 45)).toEqual(blueBytes);
  });

  it('is rotated clockwise', () => {
    const pixel = withImage({ scaleMode: 'FILL', rotation: 90 }, [100, 100]);
    expect(pixel(95, 5)).toEqual(redBytes);
    expect(pixel(95, 95)).toEqual(greenBytes);
    expect(pixel(5, 5)).toEqual(blueBytes);
  });

  it('is cropped by its transform', () => {
    const imageTransform = [
      [0.5, 0, 0.5],
      [0, 0.5, 0],
    ];
    expect(withImage({ scaleMode: 'STRETCH', imageTransform })(50, 25)).toEqual(greenBytes);
  });

  it('repeats tiles from the top left corner', () => {
    const pixel = withImage({ scaleMode: 'TILE', scalingFactor: 1 });
    for (const x of [3, 23, 83]) expect(pixel(x, 3)).toEqual(redBytes);
    expect(pixel(13, 23)).toEqual(greenBytes);
  });

  it('is smooth where the image is drawn much smaller', () => {
    const side = 64;
    const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
    for (let at = 0; at < side * side; at += 1)
      if (((at % side) + Math.floor(at / side)) % 2 === 0) pixels.fill(0, 4 * at, 4 * at + 3);
    const fills = [image({ scaleMode: 'FILL' })];
    const pixel = draw(frame([box(0, 0, 300, 300, { fills })], { size: { x: 300, y: 300 } }), {
      images: { a: { pixels, width: side, height: side } },
      scale: 0.05,
    });
    for (const x of [3, 7, 11]) expect(pixel(x, 7)[0]).toBeCloseTo(127, -1.2);
  });

  it('draws filters as the original does: exposure as a curve, no colour without saturation', () => {
    const filters = {
      exposure: 0.5,
      contrast: 0,
      saturation: 0,
      temperature: 0,
      tint: 0,
      highlights: 0,
      shadows: 0,
    };
    const raw = { pixels: new Uint8ClampedArray([8, 62, 124, 255, 185, 247, 0, 255]), width: 2, height: 1 };
    applyFilters(raw, filters);
    const measured = [23, 151, 220, 255, 244, 254, 0, 255];
    for (const [at, value] of raw.pixels.entries()) expect(Math.abs(value - measured[at]!)).toBeLessThan(8);
    applyFilters(raw, { ...filters, exposure: 0, saturation: -1 });
    expect(new Set(raw.pixels.subarray(0, 3)).size).toBe(1);
  });
});

describe('pattern paints', () => {
  const tile = box(500, 500, 10, 10, { fills: [solid(blue)] });
  const pattern = (more: object): object => ({
    type: 'PATTERN',
    sourceNodeId: tile.id,
    tileType: 'RECTANGULAR',
    scalingFactor: 2,
    spacing: { x: 20, y: 20 },
    horizontalAlignment: 'START',
    verticalAlignment: 'START',
    blendMode: 'NORMAL',
    ...more,
  });

  it('repeats a node with the space between', () => {
    const pixel = draw(frame([], { fills: [solid(white), pattern({})] }), { tile });
    expect(pixel(18, 18)).toEqual(blueBytes);
    expect(pixel(22, 10)).toEqual(whiteBytes);
    expect(pixel(50, 10)).toEqual(blueBytes);
    expect(pixel(50, 90)).toEqual(blueBytes);
  });

  it('offsets every other row by half', () => {
    const fills = [solid(white), pattern({ tileType: 'HORIZONTAL_HEXAGONAL' })];
    const pixel = draw(frame([], { fills }), { tile });
    expect(pixel(10, 10)).toEqual(blueBytes);
    expect(pixel(10, 50)).toEqual(whiteBytes);
    expect(pixel(30, 50)).toEqual(blueBytes);
  });
});
