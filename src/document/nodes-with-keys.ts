import type { SourceRange } from './selection.ts';
import { NodeColumn, none } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

const chunkBytes = 256 * 1024;

/**
 * Rows of the nodes that may have a property with one of the keys, each once: those with the key anywhere in what
 * is their own, and those that patches change. Undefined is a step that found none.
 */
export function* nodesSaying(
  tables: SnapshotTables,
  keys: readonly string[],
): Generator<number | undefined, void> {
  const seen = new Set<number>();
  for (const row of candidates(tables, keys)) {
    if (row !== undefined && seen.has(row)) continue;
    if (row !== undefined) seen.add(row);
    yield row;
  }
}

function* candidates(tables: SnapshotTables, keys: readonly string[]): Generator<number | undefined> {
  yield* patchedNodes(tables);
  for (const place of places(tables, keys)) yield place === undefined ? place : ownerOf(tables, place);
}

/** Rows of the nodes that an overlay changes, one for each of its patches; vector data is left out. */
export function* patchedNodes(tables: SnapshotTables): Generator<number, void> {
  for (const patch of tables.patches.patches) {
    const row = patchedNode(tables, patch);
    if (row !== undefined) yield row;
  }
}

/** Row of the node that a patch changes; undefined where that is vector data. */
export function patchedNode(tables: SnapshotTables, { position }: SourceRange): number | undefined {
  const { prefix } = tables.sections;
  const offset = position - prefix.position;
  return offset >= 0 && offset < prefix.length ? ownerOf(tables, offset) : undefined;
}

/** Offsets in the prefix where one of the keys stands, looked for in chunks. */
function* places(tables: SnapshotTables, keys: readonly string[]): Generator<number | undefined> {
  const tokens = keys.map((key) => Buffer.from(`${JSON.stringify(key)}:`));
  const longest = Math.max(...tokens.map(({ length }) => length));
  const end = tables.node(0, NodeColumn.end);
  for (let start = tables.node(0, NodeColumn.start); start < end; start += chunkBytes) {
    const read = tables.prefix(start, Math.min(end, start + chunkBytes + longest - 1));
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.length);
    for (const token of tokens)
      for (const at of occurrences(bytes, token)) if (at < chunkBytes) yield start + at;
    yield undefined;
  }
}

function* occurrences(bytes: Buffer, token: Buffer): Generator<number> {
  for (let at = bytes.indexOf(token); at !== -1; at = bytes.indexOf(token, at + token.length)) yield at;
}

/** The deepest node around an offset of the prefix. */
function ownerOf(tables: SnapshotTables, offset: number): number {
  let [low, high] = [0, tables.nodeCount];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (tables.node(middle, NodeColumn.start) <= offset) low = middle;
    else high = middle;
  }
  let row = low;
  while (tables.node(row, NodeColumn.end) <= offset && tables.node(row, NodeColumn.parent) !== none)
    row = tables.node(row, NodeColumn.parent);
  return row;
}
