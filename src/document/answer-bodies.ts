import { childRows } from './child-rows.ts';
import { findNode } from './find-node.ts';
import { mapPieces } from './referred-maps.ts';
import type { Body, FileSelection, Piece, TreeSelection } from './selection.ts';
import type { Segment, Shown } from './shown-segments.ts';
import {
  documentHead,
  entryPieces,
  entrySizes,
  type Parts,
  partsOf,
  type Sizes,
  treePieces,
  treeSizes,
} from './shown-tree.ts';
import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';
import { splice, splicedBytes, type WantedExtras, wantedExtras } from './splice-extras.ts';

const openBrace = Buffer.from('{');
const closeBrace = Buffer.from('}');
const nullEntry = Buffer.from('null');

/** A body that is counted in small steps; each says how many nodes are counted so far. */
export type BodySteps = Generator<number, Body>;

export function* fileBody(tables: SnapshotTables, selection: FileSelection): BodySteps {
  const wanted = wantedExtras(selection);
  const { ids = [], depth } = selection;
  if (ids.length === 0 && depth === undefined) return yield* wholeFile(tables, wanted);
  const shown = ids.length === 0 ? wholeTree(tables, 0, depth) : yield* listedNodes(tables, ids, depth);
  const entries = new Set<number>();
  const held: Parts = [];
  const sizes = yield* entrySizes(tables, shown, wanted, { nodesBefore: 0, entries, held });
  return {
    ...sizes,
    *pieces() {
      yield documentHead;
      yield* treePieces(tables, partsOf(tables, shown, held), wanted);
      yield* mapPieces(tables, entries);
    },
  };
}

/** `styleNode` finds the node that stands for a style. */
export function* nodesBody(
  tables: SnapshotTables,
  ids: readonly string[],
  selection: TreeSelection,
  styleNode: (id: string) => string | undefined,
): BodySteps {
  const wanted = wantedExtras(selection);
  const asked = [...new Set(ids)];
  let sizeBytes = 2;
  let nodeCount = 0;
  for (const [index, id] of asked.entries()) {
    yield nodeCount;
    const row = findNode(tables, id);
    const entry =
      row === undefined
        ? madeSizes(styleNode(id))
        : yield* entrySizes(tables, wholeTree(tables, row, selection.depth), wanted, {
            nodesBefore: nodeCount,
            entries: new Set(),
          });
    sizeBytes += entryKey(id, index).length + (entry === undefined ? nullEntry.length : entry.sizeBytes + 1);
    nodeCount += entry?.nodeCount ?? 0;
  }
  const entryOf = (id: string): Iterable<Piece> | undefined => {
    const row = findNode(tables, id);
    if (row !== undefined) return entryPieces(tables, wholeTree(tables, row, selection.depth), wanted);
    const made = styleNode(id);
    return made === undefined ? undefined : [madeEntry(made)];
  };
  return { sizeBytes, nodeCount, pieces: () => nodesPieces(asked, entryOf) };
}

/** Entries are made anew here: held from the counting, those of ten thousand ids would not be small. */
function* nodesPieces(
  ids: readonly string[],
  entryOf: (id: string) => Iterable<Piece> | undefined,
): Generator<Piece> {
  yield openBrace;
  for (const [index, id] of ids.entries()) {
    yield entryKey(id, index);
    const entry = entryOf(id);
    if (entry === undefined) {
      yield nullEntry;
      continue;
    }
    yield* entry;
    yield closeBrace;
  }
  yield closeBrace;
}

/** An entry of a node that the document does not hold. */
const madeEntry = (node: string): Uint8Array =>
  Buffer.from(`{"document":${node},"components":{},"componentSets":{},"schemaVersion":0,"styles":{}`);

const madeSizes = (node: string | undefined): Sizes | undefined =>
  node === undefined ? undefined : { sizeBytes: madeEntry(node).length, nodeCount: 1 };

const entryKey = (id: string, index: number): Uint8Array =>
  Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(id)}:`);

export function* subtreeBody(tables: SnapshotTables, row: number, selection: TreeSelection): BodySteps {
  const wanted = wantedExtras(selection);
  const shown = wholeTree(tables, row, selection.depth);
  const held: Parts = [];
  const sizes = yield* treeSizes(tables, shown, wanted, { nodesBefore: 0, held });
  return { ...sizes, pieces: () => treePieces(tables, partsOf(tables, shown, held), wanted) };
}

/** Nodes of one parent that follow one another, as they lie. */
export function neighbourPieces(tables: SnapshotTables, first: number, last: number): Generator<Piece> {
  const { node } = tables;
  const stretch: Segment = {
    start: node(first, NodeColumn.start),
    end: node(last, NodeColumn.end),
    extrasStart: node(first, NodeColumn.extrasStart),
    extrasEnd: node(last, NodeColumn.extrasEnd),
    nodesStart: first,
    nodesEnd: node(last, NodeColumn.subtreeEnd),
  };
  return splice(tables, stretch, wantedExtras({ everything: true }));
}

/** The prefix itself, with the extras asked for: the maps come as they are in the source. */
function* wholeFile(tables: SnapshotTables, wanted: WantedExtras): BodySteps {
  const end = tables.sections.prefix.length;
  const nodesEnd = tables.nodeCount;
  const whole: Segment = {
    start: 0,
    end,
    extrasStart: 0,
    extrasEnd: tables.extraCount,
    nodesStart: 0,
    nodesEnd,
  };
  return {
    sizeBytes: yield* splicedBytes(tables, whole, wanted, nodesEnd),
    nodeCount: nodesEnd,
    pieces: () => splice(tables, whole, wanted),
  };
}

function wholeTree(tables: SnapshotTables, root: number, depth: number | undefined): Shown {
  const deepest = depth === undefined ? undefined : tables.node(root, NodeColumn.depth) + depth;
  return { root, deepest, whole: new Set([root]), kept: new Map() };
}

/** The document with every page, and the listed nodes with their ancestors. @see FILE-19, ruling B38 */
function* listedNodes(
  tables: SnapshotTables,
  ids: readonly string[],
  depth: number | undefined,
): Generator<number, Shown> {
  const listed = new Set<number>();
  for (const id of ids) {
    yield 0;
    const row = findNode(tables, id);
    if (row !== undefined) listed.add(row);
  }
  const kept = new Map<number, number[]>();
  const seen = new Set([0]);
  const keep = (row: number): void => {
    seen.add(row);
    addTo(kept, tables.node(row, NodeColumn.parent), row);
  };
  for (const page of childRows(tables, 0)) {
    yield 0;
    keep(page);
  }
  for (const row of listed) {
    for (let at = row; !seen.has(at); at = tables.node(at, NodeColumn.parent)) {
      yield 0;
      keep(at);
    }
  }
  for (const rows of kept.values()) rows.sort((a, b) => a - b);
  return { root: 0, deepest: depth, whole: listed, kept };
}

function addTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
