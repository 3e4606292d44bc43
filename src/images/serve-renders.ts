import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { errorCode } from '../blobs/disk-files.ts';
import { messageOf } from '../errors.ts';
import { guardChild } from '../processes/guard-child.ts';
import { setMark } from '../processes/guard-marks.ts';
import { stepBack } from '../processes/step-back.ts';
import { giveBack } from '../render/pixels.ts';
import type { ComparedKind, ComparedSources } from '../render/render-compared.ts';
import type { ImageFormat, RenderEnvironment, Rendering, RenderOptions } from '../render/render-options.ts';
import type { RegionOptions } from '../render/render-region.ts';
import type { Nothing, PageSource, SceneSource } from '../render/scene/scene-source.ts';
import type { FontRegistry } from '../render/text/font-registry.ts';
import type { FontSet } from './font-set.ts';
import {
  type FromProcess,
  type HeldMemory,
  type NodePlace,
  type NoImage,
  notBegun,
  type RenderBatch,
  type RenderOutcome,
  type RenderTask,
  type SnapshotPaths,
  smallImageBytes,
  type ToProcess,
} from './render-task.ts';
import { requestedImages } from './requested-images.ts';
import { openScenes, type Scenes } from './scenes-of-snapshot.ts';

/** What a process needs of the renderer. */
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
  readonly renderCompared: (
    sources: ComparedSources,
    kind: ComparedKind,
    options: RenderOptions,
    environment: RenderEnvironment,
  ) => Promise<Rendering>;
  readonly openFonts: (files: FontSet['files']) => FontRegistry;
}

const mostRegistries = 4;
/** Outcomes travel together, most often those of a whole batch: a message costs more than a small image. */
const gatheringMs = 25;
/** What is left of a batch after so long waits for its next turn. */
const turnMs = 500;

/** Does the work of a rendering process: batches in, outcomes out. */
export function serveRenders(renderer: Renderer): void {
  guardChild();
  stepBack();
  // A process that is killed leaves nothing for the next one by itself.
  flushCompileCache();
  const images = requestedImages((imageRef) => say({ wanted: imageRef }));
  const registryOf = registries(renderer);

  const draw = drawing(renderer, openScenes());

  const renderTask = async (
    paths: SnapshotPaths,
    task: RenderTask,
    environment: RenderEnvironment,
  ): Promise<RenderOutcome> => {
    try {
      return store(task, await draw(paths, task, environment));
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? '') : messageOf(error);
      if (error instanceof NotPut) return { reason: 'failed', detail, unkept: error.code };
      return { reason: 'failed', detail, isFileGone: errorCode(error) === 'ENOENT' };
    }
  };

  let fontsBefore: string | undefined;
  const runBatch = async (batch: RenderBatch): Promise<void> => {
    if (batch.areImagesKnown !== true) images.forget();
    const environment = { fonts: registryOf(batch.fonts), imageBytes: images.bytes };
    if (batch.fonts.fingerprint !== fontsBefore) say({ isReady: true });
    fontsBefore = batch.fonts.fingerprint;
    const begunAt = performance.now();
    let outcomes: RenderOutcome[] = [];
    let saidAt = begunAt;
    for (const [place, task] of batch.tasks.entries()) {
      setMark(place);
      outcomes.push(await renderTask(batch, task, environment));
      const now = performance.now();
      const isOver = place === batch.tasks.length - 1 || now - begunAt > turnMs;
      if (isOver) setMark(notBegun);
      if (!isOver && now - saidAt < gatheringMs) continue;
      const over = isOver ? heldMemory() : undefined;
      say({ first: place + 1 - outcomes.length, outcomes, over });
      if (isOver) return keepCompiled(batch.tasks[place]!.options.format);
      outcomes = [];
      saidAt = now;
    }
  };

  process.on('message', (message: ToProcess) => {
    if ('batch' in message) runBatch(message.batch);
    else images.arrived(message.imageRef, message.path);
  });
}

const keptFormats = new Set<ImageFormat>();

/** What a format needs is read when it is first asked for; a process that is killed keeps nothing by itself. */
function keepCompiled(format: ImageFormat): void {
  if (keptFormats.has(format)) return;
  keptFormats.add(format);
  flushCompileCache();
}

type Draw = (paths: SnapshotPaths, task: RenderTask, environment: RenderEnvironment) => Promise<Rendering>;

/** Draws what a task is for: a part of a page, a node in two versions, or a node. */
function drawing(renderer: Renderer, scenes: Scenes): Draw {
  return (paths, { nodeIndex, options, tile, compared }, environment) => {
    if (tile !== undefined)
      return renderer.renderRegion(scenes.page(paths, nodeIndex), { ...options, ...tile }, environment);
    const sourceAt = (place: NodePlace) => scenes.source(place, place.nodeIndex, options.contentsOnly);
    if (compared === undefined)
      return renderer.renderNode(sourceAt({ ...paths, nodeIndex }), options, environment);
    const { before, after, kind } = compared;
    const sources = { before: before && sourceAt(before), after: after && sourceAt(after) };
    return renderer.renderCompared(sources, kind, options, environment);
  };
}

/** Fonts that are open, by fingerprint: the files of an organization share theirs. */
function registries({ openFonts }: Renderer): (fonts: FontSet) => FontRegistry {
  const open = new Map<string, FontRegistry>();
  return ({ fingerprint, files }) => {
    const present = open.get(fingerprint);
    if (present !== undefined) return present;
    if (open.size >= mostRegistries) open.clear();
    const opened = openFonts(files);
    open.set(fingerprint, opened);
    return opened;
  };
}

const say = (message: FromProcess): void => void process.send?.(message);

const noImage = ({ nothing, notDrawn }: Nothing): NoImage => ({
  reason: nothing,
  ...(notDrawn && { notDrawn }),
});

function store(task: RenderTask, rendering: Rendering): RenderOutcome {
  if ('nothing' in rendering) return noImage(rendering);
  const { picture, width, height, scaledDown, report } = rendering;
  const rendered = { width, height, sizeBytes: picture.length, ...(scaledDown && { scaledDown }), report };
  const isSmall = picture.length <= smallImageBytes;
  if (!isSmall || task.bundlesSmall !== true) putOrTell(task.path, picture);
  if (isSmall) return { ...rendered, bytes: picture };
  giveBack(picture);
  return rendered;
}

/** The image is drawn, and the disk does not take it. */
class NotPut extends Error {
  readonly code: string | undefined;
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.code = errorCode(cause);
  }
}

/** @throws NotPut */
function putOrTell(path: string, picture: Uint8Array): void {
  try {
    putFile(path, picture);
  } catch (error) {
    throw new NotPut(error);
  }
}

/** The image appears under its path whole or not at all. */
function putFile(path: string, picture: Uint8Array): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, picture, { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(part), { recursive: true, mode: 0o700 });
    writeFileSync(part, picture, { mode: 0o600 });
  }
  renameSync(part, path);
}

/** The system takes as long to tell as a small image takes to be drawn. */
function heldMemory(): HeldMemory {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return { heapBytes: used_heap_size + external_memory, residentBytes: process.memoryUsage.rss() };
}
