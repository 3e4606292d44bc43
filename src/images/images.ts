import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import type { ByteBody } from '../content/byte-body.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import type { Tables } from '../database/tables.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { RenderOptions } from '../render/render-options.ts';
import { megapixelsOf } from './node-size.ts';
import type { RenderPool } from './render-pool.ts';
import { findRenders, keepRenders, type RenderRow } from './render-store.ts';
import type { FontSet, RenderedImage, RenderOutcome } from './render-task.ts';
import type { RenderedFiles } from './rendered-files.ts';

/** What images of one version of a file depend on, beside their nodes and options. */
export interface ImageSource {
  readonly fileKey: string;
  readonly snapshot: BlobId;
  /** The file's image fills: `imageRef` → blob. */
  readonly imageFills: ReadonlyMap<string, BlobId>;
}

export interface ImagesRequest {
  readonly source: ImageSource;
  readonly nodeIds: readonly string[];
  readonly options: RenderOptions;
  /** End of the addresses that will be given out, in milliseconds; null where they have none. */
  readonly expiresAt: number | null;
  readonly signal?: AbortSignal | undefined;
}

export interface NodeImage {
  readonly nodeId: string;
  /** Of the image, as its address has it; one name always stands for the same image. */
  readonly name: string;
  readonly outcome: RenderOutcome;
}

/** Images of nodes: rendered once, kept within a budget, rendered again when they are asked for later. */
export interface Images {
  /** What becomes of each node, in the order given. What becomes of it is remembered until `expiresAt`. */
  render(request: ImagesRequest): Promise<NodeImage[]>;
  /** The one image, remembered nowhere. */
  renderOne(source: ImageSource, nodeId: string, options: RenderOptions): Promise<NodeImage>;
  /** Undefined where the image is not on the disk, or not any more. */
  read(name: string): Promise<ByteBody | undefined>;
}

export interface ImagesParts {
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly snapshots: SnapshotShelf;
  readonly files: RenderedFiles;
  readonly pool: RenderPool;
  readonly fonts: () => Promise<FontSet>;
  readonly renderer: string;
  readonly now: () => number;
}
