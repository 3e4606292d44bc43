import fc from 'fast-check';
import type { NodeJson } from './scene/scene-source.ts';

/** Hundredths, each as often as any other: half of all doubles between two such numbers lie next to zero. */
export const within = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 100 * min, max: 100 * max }).map((hundredths) => hundredths / 100);

/** One that most have, else one of others. */
export const mostly = <T>(usual: T, others: fc.Arbitrary<T>, weight = 2): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: others, weight: 1 });

export const blendMode = mostly(
  'NORMAL',
  fc.constantFrom(
    ...[
      'DARKEN',
      'MULTIPLY',
      'LINEAR_BURN',
      'COLOR_BURN',
      'LIGHTEN',
      'SCREEN',
      'LINEAR_DODGE',
      'COLOR_DODGE',
    ],
    ...['OVERLAY', 'SOFT_LIGHT', 'HARD_LIGHT', 'DIFFERENCE', 'EXCLUSION'],
    ...['HUE', 'SATURATION', 'COLOR', 'LUMINOSITY'],
  ),
);

const share = fc.constantFrom(0, 0.2, 0.5, 0.8, 1);
export const color = fc.record({ r: share, g: share, b: share, a: mostly(1, fc.constantFrom(0.3, 0.6)) });
export const opacity = mostly(1, within(0.2, 0.9));

const handles = fc.constantFrom(
  [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ],
  [
    { x: 0.5, y: 0.4 },
    { x: 0.9, y: 0.6 },
    { x: 0.3, y: 0.8 },
  ],
  [
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0.5 },
    { x: 0.5, y: 1 },
  ],
);

/** From one colour to another, or with a third that begins at once. */
const stops = fc.oneof(
  fc.tuple(color, color).map(([first, last]) => [
    { position: 0, color: first },
    { position: 1, color: last },
  ]),
  fc.tuple(color, color, color).map(([first, middle, last]) => [
    { position: 0, color: first },
    { position: 0.5, color: middle },
    { position: 0.5, color: last },
  ]),
);

const gradient = fc.record({
  type: fc.constantFrom('GRADIENT_LINEAR', 'GRADIENT_RADIAL', 'GRADIENT_ANGULAR', 'GRADIENT_DIAMOND'),
  opacity,
  blendMode,
  gradientHandlePositions: handles,
  gradientStops: stops,
});

const crop = fc.constantFrom(
  [
    [0.5, 0, 0.25],
    [0, 0.5, 0.1],
  ],
  [
    [0.6, -0.3, 0.3],
    [0.3, 0.6, 0.05],
  ],
);

const image = fc
  .record({
    opacity,
    blendMode,
    scaleMode: fc.constantFrom('FILL', 'FIT', 'STRETCH', 'TILE'),
    imageTransform: crop,
    scalingFactor: fc.constantFrom(0.25, 0.4, 1),
    rotation: fc.constantFrom(0, 90, 180, 270),
    filters: mostly<object>(
      {},
      fc.constantFrom<object[]>({ exposure: 0.5 }, { contrast: 0.5, tint: 0.6 }, { saturation: -1 }),
    ),
  })
  .map((paint) => ({ type: 'IMAGE', imageRef: 'photo', ...paint }));

/** What patterns repeat. */
export const tiles: readonly NodeJson[] = [
  {
    id: '9:1',
    name: 'Dot',
    type: 'ELLIPSE',
    absoluteBoundingBox: { x: 400, y: 0, width: 8, height: 8 },
    size: { x: 8, y: 8 },
    fills: [{ type: 'SOLID', color: { r: 0.9, g: 0.2, b: 0.2, a: 1 } }],
  },
  {
    id: '9:2',
    name: 'Star',
    type: 'STAR',
    absoluteBoundingBox: { x: 400, y: 20, width: 17.3, height: 21.6 },
    size: { x: 17.3, y: 21.6 },
    fills: [{ type: 'SOLID', color: { r: 0.1, g: 0.2, b: 0.7, a: 0.8 } }],
  },
];

const alignment = fc.constantFrom('START', 'CENTER', 'END');
const pattern = fc
  .record({
    opacity,
    blendMode,
    sourceNodeId: fc.constantFrom('9:1', '9:2'),
    tileType: fc.constantFrom('RECTANGULAR', 'HORIZONTAL_HEXAGONAL', 'VERTICAL_HEXAGONAL'),
    scalingFactor: fc.constantFrom(0.5, 1, 1.7),
    spacing: fc.constantFrom({ x: 0, y: 0 }, { x: 4, y: 2.5 }),
    horizontalAlignment: alignment,
    verticalAlignment: alignment,
  })
  .map((paint) => ({ type: 'PATTERN', ...paint }));

const paint = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('SOLID'), color, opacity, blendMode }), weight: 6 },
  { arbitrary: gradient, weight: 3 },
  image,
  pattern,
);
export const paints = fc.oneof(
  { arbitrary: fc.array(paint, { minLength: 1, maxLength: 1 }), weight: 3 },
  { arbitrary: fc.array(paint, { minLength: 2, maxLength: 2 }), weight: 1 },
);
