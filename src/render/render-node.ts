import { setImmediate } from 'node:timers/promises';
import { createCanvasPool } from './canvas/canvas-pool.ts';
import { createImageCache } from './canvas/image-cache.ts';
import type { Painter } from './canvas/target.ts';
import { encodeJpg } from './encode-jpg.ts';
import { encodePng } from './encode-png.ts';
import type { Size } from './geometry/rectangle.ts';
import { renderPdf } from './pdf/render-pdf.ts';
import { pictureSize, wholeUp } from './picture-size.ts';
import { freePixels } from './pixels.ts';
import { type PictureImages, prepareImages } from './prepare-images.ts';
import {
  contentTypes,
  type RenderEnvironment,
  type Rendering,
  type RenderOptions,
} from './render-options.ts';
import { renderRaster } from './render-raster.ts';
import { buildScene } from './scene/build-scene.ts';
import type { Scene } from './scene/scene.ts';
import type { SceneSource } from './scene/scene-source.ts';
import { writeSvg } from './svg/write-svg.ts';

type Picture = Omit<Extract<Rendering, { picture: unknown }>, 'contentType' | 'report'>;

/** What threads keep between renders. */
const pool = createCanvasPool();
const cache = createImageCache();
let running = 0;

/** Size of a format that has no pixels: rounded up, as the original's. */
const wholeSize = ({ size }: Scene): Size => ({ width: wholeUp(size.width), height: wholeUp(size.height) });

async function draw(scene: Scene, options: RenderOptions, images: PictureImages): Promise<Picture> {
  if (options.format === 'svg') {
    const svg = writeSvg(scene, options, images.asUploaded);
    return { picture: Buffer.from(svg), ...wholeSize(scene) };
  }
  const painter: Painter = { pool, images: images.unpacked };
  if (options.format === 'pdf') return { picture: renderPdf(painter, scene), ...wholeSize(scene) };
  const pixels = renderRaster(painter, scene, pictureSize(scene.size, options.scale));
  const encode = options.format === 'png' ? encodePng : encodeJpg;
  const picture = await encode(pixels);
  freePixels(pixels);
  return { picture, width: pixels.width, height: pixels.height };
}

async function render(
  scene: Scene,
  options: RenderOptions,
  environment: RenderEnvironment,
): Promise<Rendering> {
  const images = await prepareImages(scene, options.format, environment, cache);
  const picture = await draw(scene, options, images);
  const { substitutions, notDrawn } = scene.report;
  return {
    ...picture,
    contentType: contentTypes[options.format],
    report: { substitutions, notDrawn: [...notDrawn, ...images.notDrawn] },
  };
}

/**
 * Draws a node in the format that is asked for, or says why there is nothing to draw. The same bytes come out every
 * time and in every thread.
 */
export async function renderNode(
  source: SceneSource,
  options: RenderOptions,
  environment: RenderEnvironment,
): Promise<Rendering> {
  const scene = await environment.fonts.settle(() => buildScene(source, options, environment.fonts));
  if ('nothing' in scene) return scene;
  running += 1;
  try {
    return await render(scene, options, environment);
  } finally {
    running -= 1;
    if (running === 0) cache.trim();
    // Memory behind canvases is only given back when the event loop turns.
    await setImmediate();
  }
}
