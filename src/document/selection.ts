/** Which properties and how many levels of a tree an answer shows. */
export interface TreeSelection {
  /**
   * Levels below the root of the answer: on Get file the document is 0 and its pages are 1, on Get file
   * nodes the asked node is 0. Absent: all.
   *
   * @see FILE-21, NODE-06
   */
  readonly depth?: number | undefined;
  /** `geometry=paths`. @see FILE-22, ruling H25 */
  readonly geometry?: boolean | undefined;
  /** Plugin ids whose `pluginData` is shown, and `shared` for `sharedPluginData`. @see FILE-23 */
  readonly pluginData?: readonly string[] | undefined;
  /** How texts look that bring their glyphs: for pictures, never for an answer. */
  readonly glyphs?: boolean | undefined;
  /** All that the source has, whatever is asked for besides: a document that is written anew loses nothing. */
  readonly everything?: boolean | undefined;
}

/**
 * With `ids`: the listed nodes with their subtrees, their ancestors, and every page (bare where nothing of
 * it is listed). Ids that the file lacks are passed over. An empty list is no filter. With `depth` beside
 * `ids`, levels still count from the document, but a listed node and its ancestors are always there.
 *
 * @see FILE-19
 */
export interface FileSelection extends TreeSelection {
  readonly ids?: readonly string[] | undefined;
}

/** Bytes of the snapshot's source, to be copied into the answer as they are. */
export interface SourceRange {
  readonly position: number;
  readonly length: number;
}

export type Piece = Uint8Array | SourceRange;

/** A part of an answer whose length is known before its first byte. */
export interface Body {
  readonly sizeBytes: number;
  /** Nodes that the body shows. */
  readonly nodeCount: number;
  /** Made as they are asked for: memory doesn't grow with the answer. May be walked more than once. */
  pieces(): Iterable<Piece>;
}
