import { addReferred, mapPieces } from './referred-maps.ts';
import type { Body, Piece } from './selection.ts';
import { type Segment, type Shown, shownSegments } from './shown-segments.ts';
import type { SnapshotTables } from './snapshot-tables.ts';
import { splice, splicedBytes, type WantedExtras } from './splice-extras.ts';

export const documentHead = Buffer.from('{"document":');

export type Sizes = Pick<Body, 'sizeBytes' | 'nodeCount'>;
export type Parts = (Segment | Uint8Array)[];

/** What a count begins with, and what it keeps. */
interface Count {
  /** Nodes that were counted before. */
  readonly nodesBefore: number;
  /** Takes the entries referred to. */
  readonly entries?: Set<number>;
  /** Takes the stretches, as far as they are held. */
  readonly held?: Parts;
}

/** Of a tree and the entries that it refers to, from `{"document":` to the end of `styles`. */
export function* entrySizes(
  tables: SnapshotTables,
  shown: Shown,
  wanted: WantedExtras,
  count: Count & { readonly entries: Set<number> },
): Generator<number, Sizes> {
  const tree = yield* treeSizes(tables, shown, wanted, count);
  let mapBytes = 0;
  let step = 0;
  for (const piece of mapPieces(tables, count.entries)) {
    mapBytes += piece.length;
    if (++step % stepItems === 0) yield count.nodesBefore + tree.nodeCount;
  }
  return { sizeBytes: documentHead.length + tree.sizeBytes + mapBytes, nodeCount: tree.nodeCount };
}

export function* entryPieces(tables: SnapshotTables, shown: Shown, wanted: WantedExtras): Generator<Piece> {
  const entries = new Set<number>();
  yield documentHead;
  yield* treePieces(tables, shownSegments(tables, shown), wanted, entries);
  yield* mapPieces(tables, entries);
}

/** What is between two steps. */
const stepItems = 256;
/** More stretches than this are found again by a second walk instead of being held. */
const mostHeldParts = 10_000;

export function* treeSizes(
  tables: SnapshotTables,
  shown: Shown,
  wanted: WantedExtras,
  { nodesBefore, entries, held = [] }: Count,
): Generator<number, Sizes> {
  let sizeBytes = 0;
  let nodeCount = 0;
  let step = 0;
  for (const part of shownSegments(tables, shown)) {
    if (++step % stepItems === 0) yield nodesBefore + nodeCount;
    if (held.length <= mostHeldParts) held.push(part);
    if (part instanceof Uint8Array) {
      sizeBytes += part.length;
      continue;
    }
    nodeCount += part.nodesEnd - part.nodesStart;
    sizeBytes += yield* splicedBytes(tables, part, wanted, nodesBefore + nodeCount);
    if (entries !== undefined) addReferred(tables, part, entries);
  }
  return { sizeBytes, nodeCount };
}

/** What is shown of a tree that was counted. */
export const partsOf = (tables: SnapshotTables, shown: Shown, held: Parts): Iterable<Segment | Uint8Array> =>
  held.length <= mostHeldParts ? held : shownSegments(tables, shown);

export function* treePieces(
  tables: SnapshotTables,
  parts: Iterable<Segment | Uint8Array>,
  wanted: WantedExtras,
  entries?: Set<number>,
): Generator<Piece> {
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      yield part;
      continue;
    }
    if (entries !== undefined) addReferred(tables, part, entries);
    yield* splice(tables, part, wanted);
  }
}
