import { setImmediate } from 'node:timers/promises';
import { createCanvasPool } from './canvas/canvas-pool.ts';
import { createImageCache } from './canvas/image-cache.ts';
import { paintRegion, type Region, seenIn } from './canvas/paint-region.ts';
import { encodePng } from './encode-png.ts';
import type { Bounds } from './geometry/bounds.ts';
import { freePixels, type Pixels } from './pixels.ts';
import { onlyColour, plainPng } from './plain-png.ts';
import { preparePaints } from './prepare-images.ts';
import type { RenderEnvironment, Rendering } from './render-options.ts';
import { MemoryError } from './render-raster.ts';
import { type PageSource, partsIn } from './scene/page-scene.ts';
import { createPartShelf } from './scene/part-shelf.ts';
import type { Color, SceneItem } from './scene/scene.ts';
import type { SceneOptions } from './scene/scene-source.ts';
import { imagePaintsOf } from './scene-paints.ts';

/** What a region of a page is drawn with. */
export interface RegionOptions extends SceneOptions {
  readonly region: Region;
  /** What the page lies on; taken for opaque. */
  readonly paper: Color;
}

/** What threads keep between regions. */
const pool = createCanvasPool();
const cache = createImageCache();
const shelf = createPartShelf();

const windowOf = ({ left, top, width, height, scale }: Region): Bounds => ({
  left: left / scale,
  top: top / scale,
  right: (left + width) / scale,
  bottom: (top + height) / scale,
});

/** The pixels of a region. */
async function drawRegion(
  page: PageSource,
  { region, paper, ...options }: RegionOptions,
  environment: RenderEnvironment,
): Promise<Pixels> {
  const items: SceneItem[] = [];
  for (const part of partsIn(page, windowOf(region)))
    items.push(...(await shelf.itemsOf(part, page, options, environment.fonts)));
  const root = { id: '', name: '', type: 'CANVAS' };
  const paints = imagePaintsOf({ items, root }, seenIn(region, items));
  const images = await preparePaints(paints, 'png', environment, cache, region.scale);
  const pixels = paintRegion(
    { pool, images: images.unpacked, sizedImages: images.sized },
    items,
    paper,
    region,
  );
  if (pixels === undefined) throw new MemoryError('The picture is too large for the memory that is left.');
  return pixels;
}

/** Draws a rectangle of a page as PNG; what lies elsewhere on the page costs next to nothing. */
export async function renderRegion(
  page: PageSource,
  options: RegionOptions,
  environment: RenderEnvironment,
): Promise<Rendering> {
  try {
    const pixels = await drawRegion(page, options, environment);
    const plain = onlyColour(pixels);
    const picture = plain ? plainPng(pixels, plain) : await encodePng(pixels);
    freePixels(pixels);
    const { width, height } = options.region;
    return { picture, contentType: 'image/png', width, height, report: { substitutions: [], notDrawn: [] } };
  } finally {
    shelf.trim();
    cache.trim();
    // Memory behind canvases is only given back when the event loop turns.
    await setImmediate();
  }
}
