import type { ByteSource } from './byte-source.ts';
import type { FileFields } from './document-source.ts';
import type { Body, FileSelection, SourceRange, TreeSelection } from './selection.ts';

/** What is known of one node without reading the rest of it. */
export interface SnapshotNode {
  /** Place in the document's pre-order; the document is 0. */
  readonly index: number;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Levels below the document. */
  readonly depth: number;
  /** Absent for the document. */
  readonly parent: number | undefined;
  /** Index behind the last node of the subtree: the subtree is [index, subtreeEnd). */
  readonly subtreeEnd: number;
}

/** The compiled form of one version's document, read in place. */
export interface Snapshot {
  readonly source: ByteSource;
  readonly nodeCount: number;
  /** What the imported source said about its file. */
  readonly fields: FileFields;
  /**
   * Where the default whole-file answer lies: `{"document":…,"styles":{…}` without the closing brace. It is
   * exactly what `file({})` gives, in one range that can be streamed and compressed ahead of requests.
   */
  readonly front: SourceRange;
  /** Get file from `{"document":` to the end of `styles`, without the closing brace: the caller adds the rest. */
  file(selection: FileSelection): Body;
  /**
   * The map `nodes` of Get file nodes, braces included, in the order asked, an id asked twice once;
   * `null` for an id that the document lacks. @see NODE-03, NODE-04
   */
  nodes(ids: readonly string[], selection: TreeSelection): Body;
  /** One node with its subtree as a JSON object, without the maps. `depth` counts from the node. */
  subtree(index: number, selection: TreeSelection): Body;
  /** The index of the node with that id. */
  find(id: string): number | undefined;
  /** @throws RangeError when there is no such index */
  node(index: number): SnapshotNode;
  /** Indexes of the direct children, in order. */
  children(index: number): Iterable<number>;
  /** Every distinct `imageRef` and `gifRef` of the document, in order of first use. @see FILL-02 */
  imageRefs(): string[];
}
