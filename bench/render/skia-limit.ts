import { type Canvas, createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { createCanvasPool } from '../../src/render/canvas/canvas-pool.ts';
import { createImageCache } from '../../src/render/canvas/image-cache.ts';
import { paintItems } from '../../src/render/canvas/paint-item.ts';
import { paintScene } from '../../src/render/canvas/paint-scene.ts';
import { freePixels } from '../../src/render/pixels.ts';
import { prepareImages } from '../../src/render/prepare-images.ts';
import type { RenderEnvironment } from '../../src/render/render-options.ts';
import type { Scene } from '../../src/render/scene/scene.ts';
import { screenSize } from './screen.ts';

/**
 * What no renderer on Skia is faster than: drawing a list of commands that is finished already into a canvas that
 * is warm, and encoding its pixels as `sharp` does without alpha. Their memory is given back at once: left to the
 * collector it costs up to a tenth more, from pass to pass another amount.
 */
export async function openLimit(
  scene: Scene,
  scale: number,
  environment: RenderEnvironment,
): Promise<() => Promise<Uint8Array>> {
  const [width, height] = [screenSize.width * scale, screenSize.height * scale];
  const recorded = await record(scene, scale, environment);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  return async () => {
    context.drawCanvas(recorded, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    const picture = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 6 })
      .toBuffer();
    freePixels({ bytes: pixels });
    return picture;
  };
}

/** The commands of a picture: the canvas keeps them until somebody reads its pixels. */
async function record(scene: Scene, scale: number, environment: RenderEnvironment): Promise<Canvas> {
  const [width, height] = [screenSize.width * scale, screenSize.height * scale];
  const canvas = createCanvas(width, height);
  const images = await prepareImages(scene, { format: 'png', scale }, environment, createImageCache());
  const target = {
    canvas,
    context: canvas.getContext('2d'),
    matrix: [scale, 0, 0, scale, 0, 0] as const,
    scale,
    box: { left: 0, top: 0, width, height },
    isVector: false,
  };
  paintScene({ pool: createCanvasPool(), images: images.unpacked, paintItems }, target, scene);
  return canvas;
}
