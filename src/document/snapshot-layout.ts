/**
 * A snapshot is one file. All numbers are unsigned and little-endian; sections begin at multiples of 8.
 *
 * header      magic, format version, counts, then position and length of each section (see `HeaderField`)
 * prefix       `{"document":…,"components":{…},"componentSets":{…},"schemaVersion":0,"styles":{…}` without the
 *             closing brace: the source's own tokens without white space, vector data and plugin data
 * extras      what was left out of nodes, `"key":value` with the comma that makes splicing pure insertion
 * extraIndex  a row per extra in document order (`ExtraColumn`), and a closing row
 * records     a row per node in pre-order (`NodeColumn`), and a closing row
 * idTable     open addressing over the nodes' ids: pairs of hash and record index + 1; a power of two of slots
 * entries     a row per entry of the three maps, components first, then sets, then styles (`EntryColumn`)
 * refs        indexes of entries that nodes refer to, sorted by node
 * imageRefs   a JSON array of strings
 * boundIds    a JSON array of strings: ids of variables and their collections
 * bindings    for each bound id where its nodes begin in the list, one more number, then the list of nodes
 * fields      a JSON object: what the source said about its file
 * subtreeHashes  for each larger subtree its record and 16 bytes of hash, by record; empty in snapshots of before
 *
 * Offsets inside rows count from the start of `prefix` or `extras`, and fit in 32 bits.
 */
export const magic = Buffer.from('VITRSNAP');
export const formatVersion = 2;
export const headerBytes = 256;

/** What a section of so many bytes takes. */
export const paddedBytes = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Byte offsets of the numbers in the header that stand before the sections. */
export const HeaderField = {
  formatVersion: 8,
  nodes: 12,
  extras: 16,
  components: 20,
  componentSets: 24,
  styles: 28,
  refs: 32,
  idSlots: 36,
  idSeed: 40,
  sections: 48,
} as const;

/** In the order of the file; each has two 64-bit numbers in the header: position and length in bytes. */
export const sectionNames = [
  'prefix',
  'extras',
  'extraIndex',
  'records',
  'idTable',
  'entries',
  'refs',
  'imageRefs',
  'boundIds',
  'bindings',
  'fields',
  'subtreeHashes',
] as const;
export type SectionName = (typeof sectionNames)[number];

export const NodeColumn = {
  start: 0,
  end: 1,
  /** Offset inside the brackets of `children`; 0 where the node has no such property. */
  childrenStart: 2,
  childrenEnd: 3,
  subtreeEnd: 4,
  /** The document's own is `none`. */
  parent: 5,
  depth: 6,
  /** Extras of the subtree are [extrasStart, extrasEnd), those of its children [extrasBefore, extrasAfter). */
  extrasStart: 7,
  extrasBefore: 8,
  extrasAfter: 9,
  extrasEnd: 10,
  /** Refs of the node are [refsStart, refsStart of the next row). */
  refsStart: 11,
  /** String tokens with their quotes; `nameEnd` is 0 where there is no name. */
  idStart: 12,
  idEnd: 13,
  typeStart: 14,
  typeEnd: 15,
  nameStart: 16,
  nameEnd: 17,
} as const;
export const nodeColumns = 18;

export const ExtraColumn = {
  /** The piece goes before this byte of `prefix`. */
  insertAt: 0,
  kind: 1,
  /** The piece ends where the next row's begins. */
  pieceStart: 2,
  /** Bytes of the geometry pieces before this one. */
  geometryBefore: 3,
} as const;
export const extraColumns = 4;

/** `glyphs`: how a text looked where it was written, for pictures alone. No answer shows it. */
export const ExtraKind = { geometry: 0, pluginData: 1, sharedPluginData: 2, glyphs: 3 } as const;

export const EntryColumn = {
  start: 0,
  end: 1,
  /** Index of the entry that a component's `componentSetId` names, or `none`. */
  set: 2,
} as const;
export const entryColumns = 3;

export const none = 0xffff_ffff;
