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

/**
 * What every importer makes of its bytes, ready to be compiled. All texts are strict JSON in UTF-8
 * (`checkJson` has passed over them): the compiler reads them without checking the grammar again.
 */
export interface DocumentSource {
  /** The node of type DOCUMENT with its whole tree. */
  readonly document: Uint8Array;
  readonly components: readonly MapEntry[];
  readonly componentSets: readonly MapEntry[];
  readonly styles: readonly MapEntry[];
  readonly fields: FileFields;
  readonly warnings: readonly DocumentWarning[];
}
