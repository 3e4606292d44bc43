import type { ComparedKind } from '../render/render-compared.ts';
import type { RenderOptions, ScaledDown } from '../render/render-options.ts';
import type { RegionOptions } from '../render/render-region.ts';
import type { SceneReport } from '../render/scene/scene.ts';
import type { NoPicture } from '../render/scene/scene-source.ts';
import type { FontSet } from './font-set.ts';

/** Images up to this size come with their outcomes. */
export const smallImageBytes = 64 * 1024;

/** An image to be made of one node. */
export interface RenderTask {
  /** Place of the node in its snapshot. */
  readonly nodeIndex: number;
  readonly options: RenderOptions;
  /** Of a page: the rectangle that is drawn in place of the whole. */
  readonly tile?: TileTask | undefined;
  /** Of two versions of the node: one of their pictures in place of its own. */
  readonly compared?: ComparedTask | undefined;
  /** Where the finished image is put. */
  readonly path: string;
  /** A small one is not put there: its bytes come with the outcome, and whoever asked keeps them. */
  readonly bundlesSmall?: boolean;
  /** About how large the image gets. */
  readonly megapixels: number;
}

export type TileTask = Pick<RegionOptions, 'region' | 'paper'>;

/** A node in two versions, either of which may lack it. */
export interface ComparedTask {
  readonly kind: ComparedKind;
  readonly before: NodePlace | undefined;
  readonly after: NodePlace | undefined;
}

/** A node in the files that its document is read from. */
export interface NodePlace extends SnapshotPaths {
  readonly nodeIndex: number;
}

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

/** Tasks that a process does one after the other. With the fonts of the batch before, their files are not said again. */
export interface RenderBatch extends RenderSource {
  readonly tasks: readonly RenderTask[];
  /** What the process was told of image fills holds for this batch, too. */
  readonly areImagesKnown?: boolean;
}

/** Why a node has no image. @see IMG-04…07 */
export type MissingReason = 'missing' | NoPicture | 'failed' | 'timed out';

export interface RenderedImage {
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly scaledDown?: ScaledDown;
  readonly report: SceneReport;
  /** Of small images, which are asked for at once. */
  readonly bytes?: Uint8Array;
}

export interface NoImage {
  readonly reason: MissingReason;
  /** What went wrong, for the log. */
  readonly detail?: string;
  /** A file was not there, as a local copy that somebody deleted: to be brought again, and no outcome. */
  readonly isFileGone?: boolean;
  /** The system's word for why the finished image was not put where it belongs: no outcome either. */
  readonly unkept?: string | undefined;
  /** What was left out until nothing was left to draw. */
  readonly notDrawn?: SceneReport['notDrawn'];
}

export type RenderOutcome = RenderedImage | NoImage;

/** Said by a process that has not come to a task, in place of a place in its batch. */
export const notBegun = 254;

/** What a process hears. */
export type ToProcess =
  | { readonly batch: RenderBatch }
  | { readonly imageRef: string; readonly path: string | undefined };

/** Outcomes of some tasks of a batch. */
export interface BatchPart {
  /** Place in the batch of the first of them. */
  readonly first: number;
  readonly outcomes: readonly RenderOutcome[];
  /** The turn ends here, whatever is left of the batch, with the process holding that much. */
  readonly over: HeldMemory | undefined;
}

export interface HeldMemory {
  /** Of JavaScript, with the native memory that it counts. */
  readonly heapBytes: number;
  /** Of everything in the process. */
  readonly residentBytes: number;
}

/** What a process says; that it is ready, where the fonts are others than those of the batch before. */
export type FromProcess = { readonly isReady: true } | BatchPart | { readonly wanted: string };
