import { createHash, hash as hashAtOnce } from 'node:crypto';
import { littleEndian } from './row-table.ts';
import { ExtraColumn, NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/**
 * Subtrees whose hashes are kept have at least this many bytes. A smaller one is hashed when it is asked for, which
 * costs little more than to look a hash up, and to keep it would cost more than the hashing.
 */
const smallestKeptBytes = 4096;
const hashBytes = 16;
const hashRowBytes = 4 + hashBytes;
/** Read and hashed at once. */
const pieceBytes = 256 * 1024;

/** What is hashed: the records and the bytes of a tree, compiled a moment ago or read in place. */
export interface HashedTree {
  node(row: number, column: number): number;
  extra(row: number, column: number): number;
  /** Bytes by the offsets that the rows say. */
  prefix(start: number, end: number): Uint8Array;
  extras(start: number, end: number): Uint8Array;
}

/** The section of a snapshot that keeps the hashes of its larger subtrees: a row for each, by record. */
export function keptHashes(tree: HashedTree, nodes: number): Uint8Array {
  const hashes = new Map<number, Buffer>();
  for (let row = nodes - 1; row >= 0; row--)
    if (isKept(tree, row))
      hashes.set(
        row,
        hashOf(tree, row, (child) => hashes.get(child)!),
      );
  const rows = [...hashes].reverse();
  return Buffer.concat(rows.flatMap(([row, hash]) => [littleEndian(Uint32Array.of(row)), hash]));
}

/** The hash of a subtree, which is the same where the content is. @returns undefined where patches lie over it */
export function subtreeHashes(tables: SnapshotTables): (row: number) => string | undefined {
  const tree = treeOf(tables);
  const made = new Map<number, Buffer>();
  const kept = (row: number): Buffer => {
    const known = keptHash(tables, row) ?? made.get(row);
    if (known !== undefined) return known;
    // A snapshot that was compiled before hashes were kept.
    const hash = hashOf(tree, row, kept);
    made.set(row, hash);
    return hash;
  };
  return (row) => {
    if (isPatched(tables, row)) return undefined;
    return (isKept(tree, row) ? kept(row) : hashOfSmall(tree, row)).toString('latin1');
  };
}

/** Of the bytes behind the document. */
export function entriesHash({ node, prefix, sections }: SnapshotTables): string {
  const hash = createHash('sha256');
  for (let at = node(0, NodeColumn.end); at < sections.prefix.length; at += pieceBytes)
    hash.update(prefix(at, Math.min(sections.prefix.length, at + pieceBytes)));
  return hash.digest('base64');
}

function treeOf({ node, extra, prefix, reader, sections }: SnapshotTables): HashedTree {
  const { position } = sections.extras;
  return {
    node,
    extra,
    prefix,
    extras: (start, end) => reader.bytes(position + start, end - start),
  };
}

function isPatched({ patches, node, extra, sections }: SnapshotTables, row: number): boolean {
  if (patches.patches.length === 0) return false;
  const [prefix, extras] = [sections.prefix.position, sections.extras.position];
  const piece = (column: number) => extras + extra(node(row, column), ExtraColumn.pieceStart);
  return (
    patches.touches(prefix + node(row, NodeColumn.start), prefix + node(row, NodeColumn.end)) ||
    patches.touches(piece(NodeColumn.extrasStart), piece(NodeColumn.extrasEnd))
  );
}

function keptHash({ reader, sections }: SnapshotTables, row: number): Buffer | undefined {
  const { position, length } = sections.subtreeHashes;
  let low = 0;
  let high = length / hashRowBytes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = position + middle * hashRowBytes;
    const found = reader.u32(at);
    if (found === row) return Buffer.from(reader.bytes(at + 4, hashBytes));
    if (found < row) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

function isKept({ node, extra }: HashedTree, row: number): boolean {
  const piece = (column: number) => extra(node(row, column), ExtraColumn.pieceStart);
  const prefixBytes = node(row, NodeColumn.end) - node(row, NodeColumn.start);
  return prefixBytes + piece(NodeColumn.extrasEnd) - piece(NodeColumn.extrasStart) >= smallestKeptBytes;
}

/** Each byte is hashed once: of a child whose hash is kept, the hash stands in place of its bytes. */
function hashOf(tree: HashedTree, row: number, kept: (child: number) => Buffer): Buffer {
  const hash = createHash('sha256');
  const end = tree.node(row, NodeColumn.subtreeEnd);
  let from = row;
  let [start, extra] = [NodeColumn.start, NodeColumn.extrasStart] as [number, number];
  for (let child = row + 1; child < end; child = tree.node(child, NodeColumn.subtreeEnd)) {
    if (!isKept(tree, child)) continue;
    addStretch(hash, tree, {
      start: tree.node(from, start),
      end: tree.node(child, NodeColumn.start),
      extra: tree.node(from, extra),
      extraEnd: tree.node(child, NodeColumn.extrasStart),
    });
    hash.update(kept(child));
    [from, start, extra] = [child, NodeColumn.end, NodeColumn.extrasEnd];
  }
  addStretch(hash, tree, {
    start: tree.node(from, start),
    end: tree.node(row, NodeColumn.end),
    extra: tree.node(from, extra),
    extraEnd: tree.node(row, NodeColumn.extrasEnd),
  });
  return hash.digest().subarray(0, hashBytes);
}

/** The same of one that has no child whose hash is kept: in one go, which takes half the time. */
function hashOfSmall(tree: HashedTree, row: number): Buffer {
  const parts: Uint8Array[] = [];
  addStretch({ update: (bytes) => parts.push(bytes) }, tree, {
    start: tree.node(row, NodeColumn.start),
    end: tree.node(row, NodeColumn.end),
    extra: tree.node(row, NodeColumn.extrasStart),
    extraEnd: tree.node(row, NodeColumn.extrasEnd),
  });
  return hashAtOnce('sha256', Buffer.concat(parts), 'buffer').subarray(0, hashBytes);
}

/** Bytes of the prefix, and the extras that belong between them. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly extra: number;
  readonly extraEnd: number;
}

function addStretch(
  hash: { update(bytes: Uint8Array): unknown },
  tree: HashedTree,
  { start, end, extra, extraEnd }: Stretch,
): void {
  const places = [end - start, extraEnd - extra];
  const piece = (row: number) => tree.extra(row, ExtraColumn.pieceStart);
  for (let row = extra; row < extraEnd; row++)
    places.push(tree.extra(row, ExtraColumn.insertAt) - start, piece(row + 1) - piece(row));
  hash.update(littleEndian(Uint32Array.from(places)));
  for (let at = start; at < end; at += pieceBytes)
    hash.update(tree.prefix(at, Math.min(end, at + pieceBytes)));
  const extrasEnd = extraEnd > extra ? piece(extraEnd) : 0;
  for (let at = extraEnd > extra ? piece(extra) : 0; at < extrasEnd; at += pieceBytes)
    hash.update(tree.extras(at, Math.min(extrasEnd, at + pieceBytes)));
}
