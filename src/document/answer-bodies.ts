import { childRows } from './child-rows.ts';
import { findNode } from './find-node.ts';
import { addReferred, mapPieces } from './referred-maps.ts';
import type { Body, FileSelection, Piece, TreeSelection } from './selection.ts';
import { type Segment, type Shown, shownSegments } from './shown-segments.ts';
import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';
import { splice, splicedBytes, type WantedExtras, wantedExtras } from './splice-extras.ts';

const documentHead = Buffer.from('{"document":');
const openBrace = Buffer.from('{');
const closeBrace = Buffer.from('}');
const nullEntry = Buffer.from('null');

export function fileBody(tables: SnapshotTables, selection: FileSelection): Body {
  const wanted = wantedExtras(selection);
  const { ids = [], depth } = selection;
  if (ids.length === 0 && depth === undefined) return wholeFile(tables, wanted);
  const shown = ids.length === 0 ? wholeTree(tables, 0, depth) : listedNodes(tables, ids, depth);
  return entryBody(tables, shown, wanted);
}

/** `styleNode` finds the node that stands for a style. */
export function nodesBody(
  tables: SnapshotTables,
  ids: readonly string[],
  selection: TreeSelection,
  styleNode: (id: string) => string | undefined,
): Body {
  const wanted = wantedExtras(selection);
  const asked = [...new Set(ids)];
  const entryOf = (id: string) => {
    const row = findNode(tables, id);
    if (row !== undefined) return entryBody(tables, wholeTree(tables, row, selection.depth), wanted);
    const made = styleNode(id);
    return made === undefined ? undefined : madeBody(made);
  };
  let sizeBytes = 2;
  let nodeCount = 0;
  for (const [index, id] of asked.entries()) {
    const entry = entryOf(id);
    sizeBytes += entryKey(id, index).length + (entry === undefined ? nullEntry.length : entry.sizeBytes + 1);
    nodeCount += entry?.nodeCount ?? 0;
  }
  return { sizeBytes, nodeCount, pieces: () => nodesPieces(asked, entryOf) };
}

/** Entries are made anew here: held from the counting, those of ten thousand ids would not be small. */
function* nodesPieces(ids: readonly string[], entryOf: (id: string) => Body | undefined): Generator<Piece> {
  yield openBrace;
  for (const [index, id] of ids.entries()) {
    yield entryKey(id, index);
    const entry = entryOf(id);
    if (entry === undefined) {
      yield nullEntry;
      continue;
    }
    yield* entry.pieces();
    yield closeBrace;
  }
  yield closeBrace;
}

/** An entry of a node that the document does not hold. */
function madeBody(node: string): Body {
  const bytes = Buffer.from(
    `{"document":${node},"components":{},"componentSets":{},"schemaVersion":0,"styles":{}`,
  );
  return { sizeBytes: bytes.length, nodeCount: 1, pieces: () => [bytes] };
}

const entryKey = (id: string, index: number): Uint8Array =>
  Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(id)}:`);

export function subtreeBody(tables: SnapshotTables, row: number, selection: TreeSelection): Body {
  return treeBody(tables, wholeTree(tables, row, selection.depth), wantedExtras(selection), undefined);
}

/** The front itself, with the extras asked for: the maps come as they are in the source. */
function wholeFile(tables: SnapshotTables, wanted: WantedExtras): Body {
  const end = tables.sections.front.length;
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
    sizeBytes: splicedBytes(tables, whole, wanted),
    nodeCount: nodesEnd,
    pieces: () => splice(tables, whole, wanted),
  };
}

/** A tree and the entries that it refers to, from `{"document":` to the end of `styles`. */
function entryBody(tables: SnapshotTables, shown: Shown, wanted: WantedExtras): Body {
  const entries = new Set<number>();
  const tree = treeBody(tables, shown, wanted, entries);
  let mapBytes = 0;
  for (const piece of mapPieces(tables, entries)) mapBytes += piece.length;
  return {
    sizeBytes: documentHead.length + tree.sizeBytes + mapBytes,
    nodeCount: tree.nodeCount,
    *pieces() {
      yield documentHead;
      yield* tree.pieces();
      yield* mapPieces(tables, entries);
    },
  };
}

/** More stretches than this are found again by a second walk instead of being held. */
const mostHeldParts = 10_000;

/** Walks once to count; the entries referred to are added to `entries`. */
function treeBody(
  tables: SnapshotTables,
  shown: Shown,
  wanted: WantedExtras,
  entries: Set<number> | undefined,
): Body {
  let sizeBytes = 0;
  let nodeCount = 0;
  const held: (Segment | Uint8Array)[] = [];
  for (const part of shownSegments(tables, shown)) {
    if (held.length <= mostHeldParts) held.push(part);
    if (part instanceof Uint8Array) {
      sizeBytes += part.length;
      continue;
    }
    sizeBytes += splicedBytes(tables, part, wanted);
    nodeCount += part.nodesEnd - part.nodesStart;
    if (entries !== undefined) addReferred(tables, part, entries);
  }
  const parts = () => (held.length <= mostHeldParts ? held : shownSegments(tables, shown));
  return { sizeBytes, nodeCount, pieces: () => treePieces(tables, parts(), wanted) };
}

function* treePieces(
  tables: SnapshotTables,
  parts: Iterable<Segment | Uint8Array>,
  wanted: WantedExtras,
): Generator<Piece> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* splice(tables, part, wanted);
  }
}

function wholeTree(tables: SnapshotTables, root: number, depth: number | undefined): Shown {
  const deepest = depth === undefined ? undefined : tables.node(root, NodeColumn.depth) + depth;
  return { root, deepest, whole: new Set([root]), kept: new Map() };
}

/** The document with every page, and the listed nodes with their ancestors. @see FILE-19, ruling B38 */
function listedNodes(tables: SnapshotTables, ids: readonly string[], depth: number | undefined): Shown {
  const listed = new Set(ids.map((id) => findNode(tables, id)).filter((row) => row !== undefined));
  const pages = [...childRows(tables, 0)];
  const kept = new Map<number, number[]>(pages.length > 0 ? [[0, pages]] : []);
  const seen = new Set([0, ...pages]);
  for (const row of listed) {
    for (let at = row; !seen.has(at); at = tables.node(at, NodeColumn.parent)) {
      seen.add(at);
      addTo(kept, tables.node(at, NodeColumn.parent), at);
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
