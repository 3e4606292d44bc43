import { describe, expect, it } from 'vitest';
import { boundsOfPlacement, parentPlacement, placeNode } from './placement.ts';
import type { NodeJson } from './scene-source.ts';

const place = (
  node: NodeJson,
  ancestors: readonly NodeJson[] = [],
): NonNullable<ReturnType<typeof placeNode>> => placeNode(node, parentPlacement({ node, ancestors }))!;

const box = (x: number, y: number, width: number, height: number): object => ({ x, y, width, height });
const round = (values: readonly number[]): number[] =>
  values.map((value) => Math.round(value * 1000) / 1000 + 0);

describe('the place of a node', () => {
  it('follows the chain of transforms, each relative to its parent', () => {
    const node = {
      absoluteBoundingBox: box(100, 50, 10, 20),
      size: { x: 10, y: 20 },
      relativeTransform: [
        [1, 0, 7],
        [0, 1, 8],
      ],
    };
    const child = {
      ...node,
      size: { x: 2, y: 2 },
      relativeTransform: [
        [0, -1, 5],
        [1, 0, 6],
      ],
    };
    expect(place(node).matrix).toEqual([1, 0, 0, 1, 0, 0]);
    expect(placeNode(child, place(node))!.matrix).toEqual([0, 1, -1, 0, 5, 6]);
  });

  it('keeps the rotation of the ancestors of the requested node, and drops their position', () => {
    const turned = {
      relativeTransform: [
        [0, -1, 900],
        [1, 0, 900],
      ],
    };
    const node = {
      absoluteBoundingBox: box(100, 50, 20, 10),
      size: { x: 10, y: 20 },
      relativeTransform: [
        [1, 0, 3],
        [0, 1, 4],
      ],
    };
    expect(round(place(node, [turned]).matrix)).toEqual([0, 1, -1, 0, 20, 0]);
  });

  it.each([
    ['not turned', 0, [30, 10], [1, 0, 0, 1, 0, 0]],
    ['upside down', Math.PI, [30, 10], [-1, 0, 0, -1, 30, 10]],
    ['a quarter to the right', Math.PI / 2, [10, 30], [0, 1, -1, 0, 30, 0]],
    ['a quarter to the left', -Math.PI / 2, [10, 30], [0, -1, 1, 0, 0, 10]],
  ])(
    'comes from the box and the rotation where there is no transform: %s',
    (_name, rotation, [width, height], matrix) => {
      const placed = place({ absoluteBoundingBox: box(-5, -5, 30, 10), rotation });
      expect(round([placed.size.width, placed.size.height])).toEqual([width, height]);
      expect(round(placed.matrix)).toEqual(matrix);
    },
  );

  it('fits a box that is rotated by any angle', () => {
    const angle = 0.3;
    const width = 40 * Math.cos(angle) + 20 * Math.sin(angle);
    const height = 40 * Math.sin(angle) + 20 * Math.cos(angle);
    const placed = place({ absoluteBoundingBox: box(0, 0, width, height), rotation: angle });
    expect(round([placed.size.width, placed.size.height])).toEqual([40, 20]);
    const { left, top, right, bottom } = boundsOfPlacement(placed);
    expect(round([left, top, right, bottom])).toEqual(round([0, 0, width, height]));
  });

  it('adds up the rotations of all parents', () => {
    const parents = [{ rotation: Math.PI / 2 }, { rotation: Math.PI / 2 }];
    const placed = place({ absoluteBoundingBox: box(0, 0, 30, 10) }, parents);
    expect(round(placed.matrix)).toEqual([-1, 0, 0, -1, 30, 10]);
  });

  it('is unknown where the file says nothing', () => {
    expect(
      placeNode({ absoluteBoundingBox: null }, parentPlacement({ node: {}, ancestors: [] })),
    ).toBeUndefined();
  });
});
