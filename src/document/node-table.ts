import { LeastRecent } from '../least-recent.ts';
import { patchedNodes } from './nodes-with-keys.ts';
import { littleEndian } from './row-table.ts';
import { NodeColumn, nodeColumns, none } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** All nodes at once, for whoever asks something of each: the records in memory, and the bytes of some at a time. */
export interface NodeTable {
  readonly count: number;
  /** Of a record. */
  at(row: number, column: number): number;
  /** What stands at [start, end) of the document's text, patches left out. */
  bytes(start: number, end: number): Buffer;
  /** The properties of a node as an object in JSON, with no children; vector data and what plugins wrote left out. */
  own(row: number): Buffer;
  /** A number that is the same for equal types, and for others as a rule not. */
  typeHash(row: number): number;
  /** Rows of the nodes that may say one of these in what is their own, in order; and all that patches change. */
  rowsWith(tokens: readonly Buffer[]): number[];
}

const chunkBytes = 256 * 1024;
const mostChunks = 192;

/** @param textOf a node without its children, patches put in */
export function nodeTable(tables: SnapshotTables, textOf: (row: number) => string): NodeTable {
  const records = wordsOf(tables.section('records'));
  const at = (row: number, column: number): number => records[row * nodeColumns + column]!;
  const bytes = chunksOf(tables);
  const patched = new Set(patchedNodes(tables));
  const own = (row: number): Buffer => {
    if (patched.has(row)) return Buffer.from(textOf(row));
    const [start, end] = [at(row, NodeColumn.start), at(row, NodeColumn.end)];
    const childrenStart = at(row, NodeColumn.childrenStart);
    if (childrenStart === 0) return bytes(start, end);
    const before = Buffer.from(bytes(start, childrenStart));
    return Buffer.concat([before, bytes(at(row, NodeColumn.childrenEnd), end)]);
  };
  const rowsWith = (tokens: readonly Buffer[]): number[] => {
    const rows = new Set(patched);
    const { start, end } = { start: at(0, NodeColumn.start), end: at(0, NodeColumn.end) };
    for (const token of tokens)
      for (const place of placesOf(bytes, { start, end }, token))
        rows.add(ownerAt(at, place, tables.nodeCount));
    return [...rows].sort((one, other) => one - other);
  };
  const typeHash = (row: number): number => {
    const token = bytes(at(row, NodeColumn.typeStart), at(row, NodeColumn.typeEnd));
    let hash = token.length;
    for (let place = 1; place < token.length - 1; place++) hash = (Math.imul(hash, 31) + token[place]!) | 0;
    return hash;
  };
  return { count: tables.nodeCount, at, bytes, own, rowsWith, typeHash };
}

/** Offsets where the token stands, looked for chunk by chunk, and across the ends of chunks. */
function* placesOf(
  bytes: NodeTable['bytes'],
  { start, end }: { readonly start: number; readonly end: number },
  token: Buffer,
): Generator<number> {
  const first = Math.floor(start / chunkBytes) * chunkBytes;
  for (let from = first; from < end; from += chunkBytes) {
    const edge = Math.max(first, from - token.length + 1);
    if (from > first) yield* occurrences(bytes(edge, Math.min(end, from + token.length - 1)), token, edge);
    yield* occurrences(bytes(from, Math.min(end, from + chunkBytes)), token, from);
  }
}

function* occurrences(bytes: Buffer, token: Buffer, offset: number): Generator<number> {
  for (let at = bytes.indexOf(token); at !== -1; at = bytes.indexOf(token, at + token.length))
    yield offset + at;
}

/** The deepest node around an offset of the text. */
function ownerAt(at: NodeTable['at'], offset: number, count: number): number {
  let [low, high] = [0, count];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (at(middle, NodeColumn.start) <= offset) low = middle;
    else high = middle;
  }
  while (at(low, NodeColumn.end) <= offset && at(low, NodeColumn.parent) !== none)
    low = at(low, NodeColumn.parent);
  return low;
}

function wordsOf(section: Uint8Array): Uint32Array {
  const words = new Uint32Array(section.length / 4);
  new Uint8Array(words.buffer).set(section);
  return new Uint32Array(new Uint8Array(littleEndian(words)).buffer);
}

/** Reads the prefix in large chunks, of which some are kept. */
function chunksOf(tables: SnapshotTables): NodeTable['bytes'] {
  const { position, length } = tables.sections.prefix;
  const chunks = new LeastRecent<number, Buffer>(mostChunks);
  const chunkAt = (place: number): Buffer => {
    const present = chunks.get(place);
    if (present !== undefined) return present;
    const from = place * chunkBytes;
    const read = tables.reader.source.read(position + from, Math.min(chunkBytes, length - from));
    const chunk = Buffer.from(read.buffer, read.byteOffset, read.length);
    chunks.set(place, chunk);
    return chunk;
  };
  return (start, end) => {
    const place = Math.floor(start / chunkBytes);
    const from = place * chunkBytes;
    if (end - from <= chunkBytes) return chunkAt(place).subarray(start - from, end - from);
    const read = tables.prefix(start, end);
    return Buffer.from(read.buffer, read.byteOffset, read.length);
  };
}
