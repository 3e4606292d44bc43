export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A node on the canvas; `at` is where its parent begins. */
export function node(
  id: string,
  name: string,
  type: string,
  box: Box,
  more: object = {},
  at = { x: 0, y: 0 },
): object {
  return {
    id,
    name,
    type,
    blendMode: 'PASS_THROUGH',
    fills: [],
    strokes: [],
    effects: [],
    absoluteBoundingBox: box,
    absoluteRenderBounds: box,
    size: { x: box.width, y: box.height },
    relativeTransform: [
      [1, 0, box.x - at.x],
      [0, 1, box.y - at.y],
    ],
    ...more,
  };
}
