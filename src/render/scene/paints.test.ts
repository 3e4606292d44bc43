import { describe, expect, it } from 'vitest';
import { applyToPoint } from '../geometry/matrix.ts';
import type { GradientPaint, Paint } from './scene.ts';
import { nodeAt, onlyItem, sceneOf, solid } from './scene-nodes.suite.ts';

const fillsOf = (fills: unknown, box = [0, 0, 100, 50]): readonly Paint[] =>
  onlyItem(sceneOf(nodeAt('RECTANGLE', box, { fills: [solid(0.5), ...(fills as [])] })), 'shape').fills.slice(
    1,
  );

const stops = [
  { position: 0, color: { r: 0, g: 0, b: 0, a: 1 } },
  { position: 1, color: { r: 1, g: 1, b: 1, a: 0.5 } },
];
const handles = (...points: readonly number[][]): object[] => points.map(([x, y]) => ({ x, y }));

describe('paints', () => {
  it('are listed from bottom to top, without invisible ones', () => {
    const fills = fillsOf([
      solid(0.1),
      solid(0.2, { visible: false }),
      solid(0.3, { opacity: 0 }),
      solid(0.4, { opacity: 0.5, blendMode: 'MULTIPLY' }),
    ]);
    expect(fills).toEqual([
      { kind: 'solid', color: { r: 0.1, g: 0, b: 0, a: 1 }, opacity: 1, blendMode: 'NORMAL' },
      { kind: 'solid', color: { r: 0.4, g: 0, b: 0, a: 1 }, opacity: 0.5, blendMode: 'MULTIPLY' },
    ]);
  });

  it('of an unknown type are left out and reported', () => {
    const node = nodeAt('RECTANGLE', [0, 0, 9, 9], { fills: [solid(), { type: 'VIDEO' }] });
    const scene = sceneOf(node);
    expect(onlyItem(scene, 'shape').fills).toHaveLength(1);
    expect(scene.report.notDrawn).toEqual([
      { nodeId: node.id, reason: "A paint of type VIDEO can't be drawn." },
    ]);
  });
});

describe('a gradient', () => {
  const gradient = (points: readonly number[][], type = 'GRADIENT_LINEAR'): GradientPaint =>
    fillsOf([
      { type, gradientStops: stops, gradientHandlePositions: handles(...points) },
    ])[0] as GradientPaint;

  it('has its begin, end and second axis where the handles are, as shares of the box', () => {
    const { matrix, shape, source } = gradient(
      [
        [0.5, 0.5],
        [1, 0.5],
        [0.5, 1],
      ],
      'GRADIENT_RADIAL',
    );
    expect(shape).toBe('RADIAL');
    expect(source.type).toBe('GRADIENT_RADIAL');
    expect(applyToPoint(matrix, [0, 0])).toEqual([50, 25]);
    expect(applyToPoint(matrix, [1, 0])).toEqual([100, 25]);
    expect(applyToPoint(matrix, [0, 1])).toEqual([50, 50]);
  });

  it('is perpendicular to its line where the third handle is missing', () => {
    expect(
      gradient([
        [0, 0],
        [1, 1],
      ]).matrix,
    ).toEqual([100, 50, -50, 100, 0, 0]);
  });

  it('keeps its stops in ascending order', () => {
    const falling = [0.6, 0.2, 2].map((position) => ({ position, color: stops[0]!.color }));
    const paint = {
      type: 'GRADIENT_LINEAR',
      gradientStops: falling,
      gradientHandlePositions: handles([0, 0], [1, 0]),
    };
    expect((fillsOf([paint])[0] as GradientPaint).stops.map(({ position }) => position)).toEqual([
      0.6, 0.6, 1,
    ]);
  });

  it('without extent is filled with its last colour', () => {
    expect(
      gradient([
        [0.5, 0.5],
        [0.5, 0.5],
        [0.5, 0.5],
      ]),
    ).toMatchObject({ kind: 'solid', color: stops[1]!.color });
  });
});

describe('an image paint', () => {
  it('names its image, how it fills the box, and its filters', () => {
    const node = nodeAt('RECTANGLE', [0, 0, 9, 9], {
      fills: [
        { type: 'IMAGE', imageRef: 'a', scaleMode: 'TILE', scalingFactor: 0.5, rotation: -90 },
        {
          type: 'IMAGE',
          imageRef: 'b',
          scaleMode: 'STRETCH',
          imageTransform: [
            [0.5, 0, 0.1],
            [0, 0.5, 0.2],
          ],
        },
        { type: 'IMAGE', imageRef: 'c', filters: { exposure: 3, tint: 0 } },
        { type: 'IMAGE' },
      ],
    });
    const scene = sceneOf(node);
    expect([...scene.imageRefs]).toEqual(['a', 'b', 'c']);
    expect(onlyItem(scene, 'shape').fills).toMatchObject([
      { imageRef: 'a', scaleMode: 'TILE', scalingFactor: 0.5, rotation: 270 },
      { imageRef: 'b', imageTransform: [0.5, 0, 0, 0.5, 0.1, 0.2], rotation: 0 },
      { imageRef: 'c', scaleMode: 'FILL', filters: { exposure: 1, contrast: 0 } },
    ]);
  });
});

describe('a pattern', () => {
  it('repeats the picture of another node, drawn once, images included', () => {
    const source = nodeAt('RECTANGLE', [500, 500, 8, 6], {
      id: '7:7',
      fills: [{ type: 'IMAGE', imageRef: 'x' }],
    });
    const pattern = { type: 'PATTERN', sourceNodeId: '7:7', spacing: { x: 2, y: 3 }, scalingFactor: 2 };
    const node = nodeAt('RECTANGLE', [0, 0, 90, 90], {
      fills: [pattern, { ...pattern, tileType: 'VERTICAL_HEXAGONAL' }],
    });
    const scene = sceneOf(node, {}, { find: (id) => (id === '7:7' ? source : undefined) });
    const [first, second] = onlyItem(scene, 'shape').fills;
    expect(first).toMatchObject({
      kind: 'pattern',
      tileType: 'RECTANGULAR',
      spacing: { x: 2, y: 3 },
      scalingFactor: 2,
    });
    expect(first).toHaveProperty('tile.size', { width: 8, height: 6 });
    expect(second).toHaveProperty('tile', (first as { tile: unknown }).tile);
    expect([...scene.imageRefs]).toEqual(['x']);
  });
});
