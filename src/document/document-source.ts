import type { NodeId } from '../contract/branded-ids.ts';
import type { WorkspaceFileComment } from '../contract/contract.ts';

/** One entry of `components`, `componentSets` or `styles`: the bytes of `"key":value` in the source. */
export interface MapEntry {
  /** The key with its escapes resolved. */
  readonly key: string;
  readonly text: Uint8Array;
}

/** What a file answer says about the file beside its document, as found; absent where the source is silent. */
export interface FileFields {
  readonly name?: string;
  readonly lastModified?: string;
  readonly version?: string;
  readonly thumbnailUrl?: string;
  readonly editorType?: string;
  readonly role?: string;
  readonly linkAccess?: string;
}

/** Something that was not taken as it stands; `node` is absent when it concerns no single node. */
export interface DocumentWarning {
  readonly node?: string;
  readonly reason: string;
}

/** An image that paints show under its reference. */
export interface SourceImage {
  readonly imageRef: string;
  readonly bytes: Uint8Array;
}

/** The most characters of what is said with a state of development. */
export const longestStatusMessage = 2000;

/** The state of development of a node. */
export interface SourceDevStatus {
  readonly nodeId: NodeId;
  readonly status: 'NONE' | 'READY_FOR_DEV' | 'COMPLETED';
  readonly message: string | null;
}

/**
 * What comes with a document beside it: whoever sends a design hands it over, or its importer finds it within.
 * A kind that is left out is not spoken of, and what a file has of it stays.
 */
export interface Companions {
  readonly images?: Iterable<SourceImage> | undefined;
  /** An answer of getLocalVariables, as JSON. */
  readonly variables?: Uint8Array | undefined;
  readonly devStatuses?: readonly SourceDevStatus[] | undefined;
  /** Only a workspace file takes them: their authors have to be people of the installation. */
  readonly comments?: readonly WorkspaceFileComment[] | undefined;
}

/** What every importer makes of its bytes, ready to be compiled. All texts are strict JSON in UTF-8. */
export interface DocumentSource {
  /** The node of type DOCUMENT with its whole tree. */
  readonly document: Uint8Array;
  readonly components: readonly MapEntry[];
  readonly componentSets: readonly MapEntry[];
  readonly styles: readonly MapEntry[];
  readonly fields: FileFields;
  readonly warnings: readonly DocumentWarning[];
}

/**
 * A source that is read up to its document: whoever compiles the document walks over it first, checks its grammar on
 * the way, and tells where it ends.
 */
export interface BegunSource {
  /** UTF-8 that begins with the document; more may stand behind it. */
  readonly text: Uint8Array;
  /** Objects that the document stands in. */
  readonly levels: number;
  /** Reads on behind the document. @throws DocumentRefused */
  finish(documentEnd: number): DocumentSource;
  /** Reads everything from the beginning. @throws DocumentRefused */
  readWhole(): DocumentSource;
}
