import { renderRaster } from '../render-raster.ts';
import { buildScene } from '../scene/build-scene.ts';
import type { NodeJson } from '../scene/scene-source.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { createCanvasPool } from './canvas-pool.ts';
import { canvasOf, type DecodedImage, type RawImage } from './decoded-images.ts';
import { paintItems } from './paint-item.ts';

/** A picture to be asked for its pixels: straight RGBA. */
export type Drawn = (x: number, y: number) => readonly number[];

const fonts = createFontRegistry();
const pool = createCanvasPool();

export const black = { r: 0, g: 0, b: 0, a: 1 };
export const white = { r: 1, g: 1, b: 1, a: 1 };
export const red = { r: 1, g: 0, b: 0, a: 1 };
export const blue = { r: 0, g: 0, b: 1, a: 1 };
export const grey = { r: 0.5, g: 0.5, b: 0.5, a: 1 };

export const solid = (color: object, more: object = {}): object => ({
  type: 'SOLID',
  blendMode: 'NORMAL',
  color,
  ...more,
});

let lastId = 0;

/** A node with its box, filled red where nothing else is said. */
export const box = (x: number, y: number, width: number, height: number, more: object = {}): NodeJson => {
  lastId += 1;
  return {
    id: `1:${lastId}`,
    name: 'Box',
    type: 'RECTANGLE',
    blendMode: 'PASS_THROUGH',
    absoluteBoundingBox: { x, y, width, height },
    relativeTransform: [
      [1, 0, x],
      [0, 1, y],
    ],
    size: { x: width, y: height },
    fills: [solid(red)],
    ...more,
  };
};

/** A frame of 100 × 100 px from the origin; white. */
export const frame = (children: readonly NodeJson[], more: object = {}): NodeJson =>
  box(0, 0, 100, 100, { type: 'FRAME', fills: [solid(white)], clipsContent: true, children, ...more });

/** A group: as large as its first child. */
export const group = (children: readonly NodeJson[], more: object = {}): NodeJson => ({
  ...box(0, 0, 0, 0),
  type: 'GROUP',
  fills: [],
  absoluteBoundingBox: children[0]?.absoluteBoundingBox,
  children,
  ...more,
});

/** Draws a node in pixels; patterns find `tile`, paints the images. */
export function draw(
  node: NodeJson,
  more: {
    readonly images?: Readonly<Record<string, RawImage>>;
    readonly tile?: NodeJson;
    readonly scale?: number;
  } = {},
): Drawn {
  const { images = {}, tile, scale = 1 } = more;
  const source = { node, ancestors: [], find: () => tile };
  const scene = buildScene(source, { contentsOnly: true, useAbsoluteBounds: true }, fonts);
  if ('nothing' in scene) throw new Error(`There is nothing: ${scene.nothing}.`);
  const decoded = new Map<string, DecodedImage>(
    Object.entries(images).map(([ref, raw]) => [
      ref,
      { canvas: canvasOf(raw), width: raw.width, height: raw.height },
    ]),
  );
  const [width, height] = [scene.size.width * scale, scene.size.height * scale];
  const { bytes } = renderRaster({ pool, images: decoded, paintItems }, scene, { width, height, scale });
  return (x, y) => [...bytes.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

/** An image of two rows: red, green above blue, white; each of that many px. */
export function fourColours(side: number): RawImage {
  const pixels = new Uint8ClampedArray(4 * 4 * side * side);
  const colours = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [255, 255, 255, 255],
  ] as const;
  for (let at = 0; at < 4 * side * side; at += 1) {
    const [x, y] = [at % (2 * side), Math.floor(at / (2 * side))];
    pixels.set(colours[(y < side ? 0 : 2) + (x < side ? 0 : 1)]!, 4 * at);
  }
  return { pixels, width: 2 * side, height: 2 * side };
}
