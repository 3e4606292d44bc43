import type { RenderOptions } from '../render/render-options.ts';
import type { RegionOptions } from '../render/render-region.ts';
import type { SceneReport } from '../render/scene/scene.ts';
import type { NoPicture } from '../render/scene/scene-source.ts';
import type { FontSet } from './font-set.ts';

/** An image to be made of one node. */
export interface RenderTask {
  /** Place of the node in its snapshot. */
  readonly nodeIndex: number;
  readonly options: RenderOptions;
  /** Of a page: the rectangle that is drawn in place of the whole. */
  readonly tile?: TileTask | undefined;
  /** Where the finished image is put. */
  readonly path: string;
  /** About how large the image gets. */
  readonly megapixels: number;
}

export type TileTask = Pick<RegionOptions, 'region' | 'paper'>;

/** The local files that a document is read from. */
export interface SnapshotPaths {
  readonly snapshotPath: string;
  /** Of a changed document: the difference from the snapshot. */
  readonly overlayPath?: string | undefined;
}

/** What tasks of one request are made from. */
export interface RenderSource extends SnapshotPaths {
  readonly fonts: FontSet;
}

/** Tasks that a thread does one after the other. */
export interface RenderBatch extends RenderSource {
  readonly tasks: readonly RenderTask[];
}

/** Why a node has no image. @see IMG-04…07 */
export type MissingReason = 'missing' | NoPicture | 'failed' | 'timed out';

export interface RenderedImage {
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly report: SceneReport;
  /** Of small images, which are asked for at once. */
  readonly bytes?: Uint8Array;
}

export interface NoImage {
  readonly reason: MissingReason;
  /** What went wrong, for the log. */
  readonly detail?: string;
  /** What was left out until nothing was left to draw. */
  readonly notDrawn?: SceneReport['notDrawn'];
}

export type RenderOutcome = RenderedImage | NoImage;

/** What a thread hears. */
export type ToThread =
  | { readonly batch: RenderBatch }
  | { readonly imageRef: string; readonly path: string | undefined };

/** What a thread says; `first` is the place in the batch of the first of the outcomes. */
export type FromThread =
  | { readonly isReady: true }
  | { readonly first: number; readonly outcomes: readonly RenderOutcome[]; readonly heapBytes: number }
  | { readonly wanted: string };
