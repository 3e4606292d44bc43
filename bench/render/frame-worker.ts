import { type MessagePort, parentPort } from 'node:worker_threads';
import { renderNode } from '../../src/render/render-node.ts';
import type { RenderEnvironment } from '../../src/render/render-options.ts';
import { buildScene } from '../../src/render/scene/build-scene.ts';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import type { FrameTask } from './frame-threads.ts';
import { frameOptions, frameSource, unseenFrame } from './picture.ts';
import { screenImages } from './screen.ts';
import { openLimit } from './skia-limit.ts';

/** Draws the frame as often as it is told: as the server does, or as fast as can be. */
const port = parentPort as MessagePort;
const images = await screenImages();
const environment: RenderEnvironment = {
  fonts: createFontRegistry(),
  imageBytes: async (imageRef) => images.get(imageRef),
};
const limits = new Map<number, () => Promise<unknown>>();

async function openLimitAt(scale: number): Promise<() => Promise<unknown>> {
  const scene = buildScene(frameSource, frameOptions('png', scale), environment.fonts);
  if ('nothing' in scene) throw new Error('The frame is empty.');
  const limit = await openLimit(scene, scale, environment);
  limits.set(scale, limit);
  return limit;
}

port.on('message', async ({ work, scale, count }: FrameTask) => {
  const sources = Array.from({ length: count }, () => (work === 'unseen' ? unseenFrame() : frameSource));
  const limit = work === 'limit' ? (limits.get(scale) ?? (await openLimitAt(scale))) : undefined;
  const startedAt = performance.now();
  for (const source of sources)
    await (limit?.() ?? renderNode(source, frameOptions('png', scale), environment));
  port.postMessage(performance.now() - startedAt);
});
