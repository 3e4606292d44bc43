import type { Bounds } from '../geometry/bounds.ts';
import type { SceneReport } from './scene.ts';

/** A node as the interface's JSON has it; every value is checked before it is used. */
export interface NodeJson {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
  readonly children?: unknown;
  readonly [property: string]: unknown;
}

/** What a picture is made of. */
export interface SceneSource {
  /** The node that was asked for with its whole subtree, vector data (`geometry=paths`) included where there is any. */
  readonly node: NodeJson;
  /** From the page down to the parent, each without its children. */
  readonly ancestors: readonly NodeJson[];
  /** The page that the node lies on: only needed where `contentsOnly` is false. */
  readonly page?: PageSource | undefined;
  /** Any node of the document with its subtree: what patterns repeat. */
  readonly find?: ((id: string) => NodeJson | undefined) | undefined;
  /** Whoever has it keeps it for the next picture, and with it what is made of it. */
  readonly isKept?: boolean;
}

/** What lies directly on a page and is drawn as one: a node, or a mask with what is seen through it. */
export interface PagePart {
  /** Where the file says that it can be seen; undefined where it does not say so. */
  readonly box: Bounds | undefined;
  /** Its nodes, those inside of them included. */
  readonly nodeCount: number;
  /** Its nodes with their subtrees, from the bottom to the top. */
  readonly read: () => readonly NodeJson[];
}

/** A page to be drawn in parts. */
export interface PageSource {
  /** The page itself, without its children. */
  readonly node: NodeJson;
  readonly parts: readonly PagePart[];
  readonly find: NonNullable<SceneSource['find']>;
}

/** The options of the images endpoint that decide what is drawn. @see IMG-17, IMG-18 */
export interface SceneOptions {
  /** False: also what lies over or under the node on its page, cut at the node's bounds. */
  readonly contentsOnly: boolean;
  /** The whole bounding box of the node, even where it is cropped or empty. */
  readonly useAbsoluteBounds: boolean;
  /** Slides place baselines anywhere, design files on whole px. */
  readonly wholeBaselines?: boolean;
}

/** Why there is no picture. @see IMG-04…07 */
export type NoPicture = 'invisible' | 'zero opacity' | 'nothing to draw';

export interface Nothing {
  readonly nothing: NoPicture;
  /** What was left out until nothing was left to draw. */
  readonly notDrawn?: SceneReport['notDrawn'];
}
