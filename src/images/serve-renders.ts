import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import type { RenderEnvironment, Rendering, RenderOptions } from '../render/render-options.ts';
import type { RegionOptions } from '../render/render-region.ts';
import type { PageSource } from '../render/scene/page-scene.ts';
import type { Nothing, SceneSource } from '../render/scene/scene-source.ts';
import type { FontRegistry } from '../render/text/font-registry.ts';
import type { FontSet } from './font-set.ts';
import type {
  FromThread,
  NoImage,
  RenderBatch,
  RenderOutcome,
  RenderTask,
  SnapshotPaths,
  ToThread,
} from './render-task.ts';
import { requestedImages } from './requested-images.ts';
import { openScenes } from './scenes-of-snapshot.ts';

/** What a thread needs of the renderer. */
export interface Renderer {
  readonly renderNode: (
    source: SceneSource,
    options: RenderOptions,
    environment: RenderEnvironment,
  ) => Promise<Rendering>;
  readonly renderRegion: (
    page: PageSource,
    options: RegionOptions,
    environment: RenderEnvironment,
  ) => Promise<Rendering>;
  readonly openFonts: (files: FontSet['files']) => FontRegistry;
}

const mostRegistries = 4;
/** Outcomes travel together: a message costs more than a small image. */
const gatheringMs = 5;
/** Up to this the bytes travel too, so that the first download needs no file. */
const mostPostedBytes = 64 * 1024;

/** Does the work of a rendering thread: batches in, outcomes out. */
export function serveRenders(renderer: Renderer): void {
  const port = parentPort as MessagePort;
  stepBack();
  const { progress } = workerData as { progress: Int32Array };
  const images = requestedImages((imageRef) => port.postMessage({ wanted: imageRef } satisfies FromThread));
  const scenes = openScenes();
  /** By fingerprint: the files of an organization share theirs. */
  const registries = new Map<string, FontRegistry>();

  const registryOf = ({ fingerprint, files }: FontSet): FontRegistry => {
    const present = registries.get(fingerprint);
    if (present !== undefined) return present;
    if (registries.size >= mostRegistries) registries.clear();
    const opened = renderer.openFonts(files);
    registries.set(fingerprint, opened);
    return opened;
  };

  const draw = (
    paths: SnapshotPaths,
    { nodeIndex, options, tile }: RenderTask,
    environment: RenderEnvironment,
  ): Promise<Rendering> => {
    if (tile !== undefined)
      return renderer.renderRegion(scenes.page(paths, nodeIndex), { ...options, ...tile }, environment);
    const source = scenes.source(paths, nodeIndex, options.contentsOnly);
    return renderer.renderNode(source, options, environment);
  };

  const renderTask = async (
    paths: SnapshotPaths,
    task: RenderTask,
    environment: RenderEnvironment,
  ): Promise<RenderOutcome> => {
    try {
      return store(task, await draw(paths, task, environment));
    } catch (error) {
      return { reason: 'failed', detail: error instanceof Error ? (error.stack ?? '') : messageOf(error) };
    }
  };

  const runBatch = async (batch: RenderBatch): Promise<void> => {
    images.forget();
    const environment = { fonts: registryOf(batch.fonts), imageBytes: images.bytes };
    port.postMessage({ isReady: true } satisfies FromThread);
    let outcomes: RenderOutcome[] = [];
    let postedAt = performance.now();
    for (const [place, task] of batch.tasks.entries()) {
      Atomics.store(progress, 0, place);
      outcomes.push(await renderTask(batch, task, environment));
      const isLast = place === batch.tasks.length - 1;
      if (!isLast && performance.now() - postedAt < gatheringMs) continue;
      post(port, place + 1 - outcomes.length, outcomes);
      outcomes = [];
      postedAt = performance.now();
    }
  };

  port.on('message', (message: ToThread) => {
    if ('batch' in message) runBatch(message.batch);
    else images.arrived(message.imageRef, message.path);
  });
}

/** Answers go before images. Only on Linux has a thread a priority of its own. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const noImage = ({ nothing, notDrawn }: Nothing): NoImage => ({
  reason: nothing,
  ...(notDrawn && { notDrawn }),
});

/** The image appears under its path whole or not at all. */
function store(task: RenderTask, rendering: Rendering): RenderOutcome {
  if ('nothing' in rendering) return noImage(rendering);
  const { picture, width, height, report } = rendering;
  const part = `${task.path}.part`;
  try {
    writeFileSync(part, picture, { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(part), { recursive: true, mode: 0o700 });
    writeFileSync(part, picture, { mode: 0o600 });
  }
  renameSync(part, task.path);
  const rendered = { width, height, sizeBytes: picture.length, report };
  return picture.length <= mostPostedBytes ? { ...rendered, bytes: Uint8Array.from(picture) } : rendered;
}

function post(port: MessagePort, first: number, outcomes: readonly RenderOutcome[]): void {
  const { used_heap_size, external_memory } = getHeapStatistics();
  const message: FromThread = { first, outcomes, heapBytes: used_heap_size + external_memory };
  const buffers = outcomes.flatMap((outcome) => ('bytes' in outcome ? [outcome.bytes.buffer] : []));
  port.postMessage(message, buffers as ArrayBuffer[]);
}
