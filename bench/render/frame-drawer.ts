import { giveBack } from '../../src/render/pixels.ts';
import { renderNode } from '../../src/render/render-node.ts';
import type { RenderEnvironment } from '../../src/render/render-options.ts';
import { buildScene } from '../../src/render/scene/build-scene.ts';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import type { FrameTask, PictureTime } from './frame-processes.ts';
import { frameOptions, frameSource, unseenFrame } from './picture.ts';
import { screenImages } from './screen.ts';
import { openLimit } from './skia-limit.ts';

/** Draws the frame as often as it is told: as the server does, or as fast as can be. */
const images = await screenImages();
const environment: RenderEnvironment = {
  fonts: createFontRegistry(),
  imageBytes: async (imageRef) => images.get(imageRef),
};
const limits = new Map<number, () => Promise<Uint8Array>>();

async function openLimitAt(scale: number): Promise<() => Promise<Uint8Array>> {
  const scene = buildScene(frameSource, frameOptions('png', scale), environment.fonts);
  if ('nothing' in scene) throw new Error('The frame is empty.');
  const limit = await openLimit(scene, scale, environment);
  limits.set(scale, limit);
  return limit;
}

async function ours(source: typeof frameSource, scale: number): Promise<Uint8Array> {
  const rendering = await renderNode(source, frameOptions('png', scale), environment);
  if ('nothing' in rendering) throw new Error(`Nothing was drawn: ${rendering.nothing}.`);
  return rendering.picture;
}

process.on('message', async ({ work, scale, count }: FrameTask) => {
  const sources = Array.from({ length: count }, () => (work === 'unseen' ? unseenFrame() : frameSource));
  const limit = work === 'limit' ? (limits.get(scale) ?? (await openLimitAt(scale))) : undefined;
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  // As the server does once a picture is written.
  for (const source of sources) giveBack(await (limit?.() ?? ours(source, scale)));
  const { user, system } = process.cpuUsage(before);
  const time: PictureTime = { clockMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
  process.send?.(time);
});
