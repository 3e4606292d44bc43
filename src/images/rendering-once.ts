import type { BlobStore } from '../blobs/blob-store.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { FontSet } from './font-set.ts';
import type { ImageSource } from './image-name.ts';
import { megapixelsOf } from './node-size.ts';
import type { RenderPool } from './render-pool.ts';
import type { RenderOutcome, RenderTask, SnapshotPaths, TileTask } from './render-task.ts';
import type { RenderedFiles } from './rendered-files.ts';

/** What all nodes of a request are rendered from and with. */
export interface Rendering extends SnapshotPaths {
  readonly snapshot: Snapshot;
  readonly imageFills: ImageSource['imageFills'];
  readonly fonts: FontSet;
  readonly options: RenderOptions;
  readonly signal?: AbortSignal | undefined;
}

/** A node and the name of its image. */
export interface WantedImage {
  readonly nodeId: string;
  readonly name: string;
  /** The part of a page that is wanted in place of the whole. */
  readonly tile?: TileTask | undefined;
}

/** Outcomes by the names of images; without those that were left undone because nobody waits any more. */
export type Outcomes = ReadonlyMap<string, RenderOutcome>;

export type RenderOnce = (rendering: Rendering, wanted: readonly WantedImage[]) => Promise<Outcomes>;

/** Renders what is not being rendered already for somebody else, and waits for what is. */
export function renderingOnce(parts: {
  pool: RenderPool;
  files: RenderedFiles;
  blobs: BlobStore;
}): RenderOnce {
  const underWay = new Map<string, Promise<Outcomes>>();

  const begin = (rendering: Rendering, wanted: readonly WantedImage[]): Promise<Outcomes> => {
    const work = renderAll(parts, rendering, wanted).finally(() => {
      for (const { name } of wanted) underWay.delete(name);
    });
    for (const { name } of wanted) underWay.set(name, work);
    return work;
  };
  return async (rendering, wanted) => {
    const outcomes = new Map<string, RenderOutcome>();
    let left = wanted;
    while (left.length > 0 && rendering.signal?.aborted !== true) {
      const works = new Set(left.flatMap(({ name }) => underWay.get(name) ?? []));
      const own = left.filter(({ name }) => !underWay.has(name));
      if (own.length > 0) works.add(begin(rendering, own));
      for (const made of await Promise.all(works))
        for (const [name, outcome] of made) outcomes.set(name, outcome);
      // Another request may have given up what this one waited for.
      left = left.filter(({ name }) => !outcomes.has(name));
    }
    return outcomes;
  };
}

async function renderAll(
  { pool, files, blobs }: Parameters<typeof renderingOnce>[0],
  { snapshot, snapshotPath, overlayPath, imageFills, fonts, options, signal }: Rendering,
  wanted: readonly WantedImage[],
): Promise<Outcomes> {
  const outcomes = new Map<string, RenderOutcome>();
  const names: string[] = [];
  const tasks: RenderTask[] = [];
  for (const { nodeId, name, tile } of wanted) {
    const nodeIndex = snapshot.find(nodeId);
    if (nodeIndex === undefined) {
      outcomes.set(name, { reason: 'missing' });
      continue;
    }
    names.push(name);
    const megapixels = tile ? megapixelsOfTile(tile) : megapixelsOf(snapshot, nodeIndex, options);
    tasks.push({ nodeIndex, options, tile, megapixels, path: files.pathOf(name) });
  }
  const imagePath = async (imageRef: string) => {
    const blob = imageFills.get(imageRef);
    return blob === undefined ? undefined : blobs.localPath(blob);
  };
  const made = await pool.render({ tasks, snapshotPath, overlayPath, fonts, imagePath, signal });
  for (const [place, outcome] of made.entries()) {
    if (outcome !== undefined)
      outcomes.set(names[place] as string, kept(files, names[place] as string, outcome));
  }
  return outcomes;
}

const megapixelsOfTile = ({ region }: TileTask): number => (region.width * region.height) / 1e6;

/** Hands the bytes that came along to those who keep them. */
function kept(files: RenderedFiles, name: string, outcome: RenderOutcome): RenderOutcome {
  if ('reason' in outcome) return outcome;
  const { bytes, ...image } = outcome;
  files.added(name, image.sizeBytes, bytes);
  return image;
}
