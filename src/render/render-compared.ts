import pixelmatch from 'pixelmatch';
import { paintItems } from './canvas/paint-item.ts';
import { encodePng } from './encode-png.ts';
import type { Bounds } from './geometry/bounds.ts';
import { cache, pool, withKept } from './kept-caches.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';
import { withPixelCount } from './pixel-counts.ts';
import { freePixels, type Pixels } from './pixels.ts';
import { prepareImages } from './prepare-images.ts';
import type { RenderEnvironment, Rendering, RenderOptions } from './render-options.ts';
import { renderRaster } from './render-raster.ts';
import { boundsOfJson, unite } from './scene/boxes.ts';
import { buildScene } from './scene/build-scene.ts';
import { moveItem } from './scene/move-scene.ts';
import type { Scene } from './scene/scene.ts';
import type { Nothing, SceneSource } from './scene/scene-source.ts';

/** Which picture of a comparison: one of the two states, or what differs between them. */
export type ComparedKind = 'before' | 'after' | 'difference';

/** A node as it was and as it is; one of them may be absent. */
export interface ComparedSources {
  readonly before: SceneSource | undefined;
  readonly after: SceneSource | undefined;
}

/** A scene, and the box of its picture towards the corner of its node. */
interface Side {
  readonly scene: Scene;
  readonly box: Bounds;
}

/**
 * Draws a node of two versions so that all pictures have one size and its corner at one place, what lies outside of
 * its box included. Pixels count as different as people see them: not for the edges of what moved by a fraction.
 */
export const renderCompared = (
  sources: ComparedSources,
  kind: ComparedKind,
  options: RenderOptions,
  environment: RenderEnvironment,
): Promise<Rendering> =>
  withKept(async () => {
    const before = await sideOf(sources.before, options, environment);
    const after = await sideOf(sources.after, options, environment);
    const drawn = [before, after].filter((side) => 'scene' in side);
    const [first] = drawn;
    if (first === undefined) return after as Nothing;
    const window = drawn.reduce((box, side) => unite(box, side.box), first.box);
    const size = pictureSize(
      { width: window.right - window.left, height: window.bottom - window.top },
      options.scale,
    );
    const paint = (side: Side | Nothing) => pixelsOf(side, window, size, environment);
    const picture = await (kind === 'difference'
      ? differenceOf(await paint(before), await paint(after))
      : encoded(await paint(kind === 'before' ? before : after)));
    const { width, height } = size;
    return { picture, contentType: 'image/png', width, height, report: { substitutions: [], notDrawn: [] } };
  });

async function sideOf(
  source: SceneSource | undefined,
  options: RenderOptions,
  { fonts }: RenderEnvironment,
): Promise<Side | Nothing> {
  if (source === undefined) return { nothing: 'nothing to draw' };
  const scene = await fonts.settle(() => buildScene(source, options, fonts));
  if ('nothing' in scene) return scene;
  const corner = boundsOfJson(source.node.absoluteBoundingBox);
  const [left, top] = [scene.corner.x - (corner?.left ?? 0), scene.corner.y - (corner?.top ?? 0)];
  return { scene, box: { left, top, right: left + scene.size.width, bottom: top + scene.size.height } };
}

/** What is not there is transparent. */
async function pixelsOf(
  side: Side | Nothing,
  window: Bounds,
  size: PictureSize,
  environment: RenderEnvironment,
): Promise<Pixels> {
  const { width, height } = size;
  if ('nothing' in side) return { bytes: new Uint8ClampedArray(4 * width * height), width, height };
  const { scene, box } = side;
  const [x, y] = [box.left - window.left, box.top - window.top];
  const items = x === 0 && y === 0 ? scene.items : scene.items.map((item) => moveItem(item, x, y));
  const images = await prepareImages(scene, { format: 'png', scale: size.scale }, environment, cache);
  const painter = { pool, images: images.unpacked, glyphPictures: images.glyphs, paintItems };
  return renderRaster(painter, { ...scene, items }, size);
}

async function differenceOf(before: Pixels, after: Pixels): Promise<Uint8Array> {
  const { width, height } = after;
  const bytes = new Uint8ClampedArray(4 * width * height);
  const changed = pixelmatch(before.bytes, after.bytes, bytes, width, height);
  freePixels(before);
  freePixels(after);
  return withPixelCount(await encoded({ bytes, width, height }), changed);
}

async function encoded(pixels: Pixels): Promise<Buffer> {
  const picture = await encodePng(pixels);
  freePixels(pixels);
  return picture;
}
