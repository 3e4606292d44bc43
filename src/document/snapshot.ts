import type { NodeId } from '../contract/branded-ids.ts';
import type { BodySteps } from './answer-bodies.ts';
import type { ByteSource } from './byte-source.ts';
import type { FileFields } from './document-source.ts';
import type { NodeTable } from './node-table.ts';
import type { OwnProperties } from './own-properties.ts';
import type { Body, FileSelection, Piece, SourceRange, TreeSelection } from './selection.ts';
import type { Entry, EntryText, EntryUser } from './snapshot-entries.ts';

/** What is known of one node without reading the rest of it. */
export interface SnapshotNode {
  /** Place in the document's pre-order; the document is 0. */
  readonly index: number;
  readonly id: NodeId;
  readonly type: string;
  readonly name: string;
  /** Its first thousand characters: what lists show. */
  readonly shortName: string;
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
  /** The same bytes, by pages that are remembered for a while: for a walk over nodes. Its reads are copies. */
  readonly pages: ByteSource;
  readonly nodeCount: number;
  /** What the imported source said about its file. */
  readonly fields: FileFields;
  /**
   * Where the default whole-file answer lies in the source, patches left out: `{"document":…,"styles":{…}`
   * without the closing brace.
   */
  readonly prefix: SourceRange;
  /** Get file from `{"document":` to the end of `styles`, without the closing brace: the caller adds the rest. */
  file(selection: FileSelection): Body;
  /**
   * The map `nodes` of Get file nodes, braces included, in the order asked, an id asked twice once;
   * `null` for an id that the document lacks. A style that is in use has a node made for it. @see NODE-03, NODE-04
   */
  nodes(ids: readonly NodeId[], selection: TreeSelection): Body;
  /** The same, counted in small steps: plugin data and many ids take their time. */
  fileInSteps(selection: FileSelection): BodySteps;
  nodesInSteps(ids: readonly NodeId[], selection: TreeSelection): BodySteps;
  /** One node with its subtree as a JSON object, without the maps. `depth` counts from the node. */
  subtree(index: number, selection: TreeSelection): Body;
  /** All that the source has of neighbours in one parent, from the first to the last, with the commas between. */
  neighbours(first: number, last: number): Iterable<Piece>;
  /** The index of the node with that id. */
  find(id: NodeId): number | undefined;
  /** @throws RangeError when there is no such index */
  node(index: number): SnapshotNode;
  /** Indexes of the direct children, in order. */
  children(index: number): Iterable<number>;
  /** Every distinct `imageRef` and `gifRef` of the document, in order of first use. @see FILL-02 */
  imageRefs(): string[];
  /** Every distinct id of a variable or of a collection of variables that nodes name, in order of first use. */
  boundIds(): string[];
  /** Indexes of the nodes that name a variable or a collection, in order. */
  nodesBoundTo(id: string): number[];
  /** How many nodes name each variable and collection; what instances contain is left out. In small steps. */
  boundUses(): Generator<void, Map<string, number>>;
  /** The entries of `components`, `componentSets` and `styles`, with what refers to them. In small steps. */
  entries(): Generator<void, Entry[]>;
  /** The nodes that use some of the entries; what instances contain is left out. Undefined is a step that found none. */
  entryUsers(isWanted: (entry: EntryText) => boolean): Generator<EntryUser | undefined, void>;
  /** The same entries one after the other, without what refers to them; of a key given twice both. */
  entryTexts(): Generator<EntryText>;
  /**
   * Indexes of the nodes that may have a property with one of the keys, each once, in no order. Undefined is a
   * step that found none, for whoever yields between steps.
   */
  nodesSaying(keys: readonly string[]): Generator<number | undefined, void>;
  /** Indexes of the nodes whose own properties differ from the source's, vector data left out; some repeatedly. */
  patchedNodes(): Generator<number, void>;
  /** Index of the node whose own properties a patch changes; undefined where that is vector data. */
  patchedNode(patch: SourceRange): number | undefined;
  /**
   * A hash of a node with all below it: the same wherever the content is the same, in any version of any file.
   * Undefined where something lies over the subtree that was changed after it was compiled.
   */
  subtreeHash(index: number): string | undefined;
  /** A hash of what is said of components, component sets and styles beside the document. */
  entriesHash(): string;
  /** All nodes in memory, made anew by each call. */
  nodeTable(): NodeTable;
  /** Where the properties of one node lie in the source, patches left out. */
  ownPropertiesInSteps(index: number): Generator<void, OwnProperties>;
}
