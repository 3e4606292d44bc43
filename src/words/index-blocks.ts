import type { NodeTable } from '../document/node-table.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { NodeColumn } from '../document/snapshot-layout.ts';
import { marksOf } from './index-words.ts';
import { type KeysById, nodeWords } from './node-words.ts';

/** Nodes that follow one another, and the words by which any of them is found. */
export interface IndexBlock {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
  /** With spaces in between. */
  readonly words: string;
}

/** Few enough to be read whole when one of them may be meant, many enough to share words. */
const mostNodes = 64;
const mostWords = 20_000;
/** In characters; PostgreSQL takes a megabyte. */
const longestWords = 200_000;

/** A document whose nodes are put into blocks. */
export interface IndexedDocument {
  readonly table: NodeTable;
  readonly keys: KeysById;
}

export const indexedDocument = (snapshot: Snapshot): IndexedDocument => ({
  table: snapshot.nodeTable(),
  keys: keysOf(snapshot),
});

/** Which nodes: from one on, to the last one or before another. */
export interface NodesToIndex {
  /** By which the document itself goes. */
  readonly fileName: string;
  readonly from: number;
  readonly end?: number | undefined;
}

/** Nodes of a document in blocks. */
export function* indexBlocks(
  { table, keys }: IndexedDocument,
  { fileName, from, end = table.count }: NodesToIndex,
): Generator<IndexBlock> {
  for (let first = from; first < end; ) {
    const words = new Set<string>();
    let [row, length] = [first, 0];
    while (row < end && row - first < mostNodes && words.size < mostWords && length < longestWords) {
      for (const word of rowMarks(table, row, { fileName, keys })) {
        if (words.has(word) || words.size >= mostWords || length >= longestWords) continue;
        words.add(word);
        length += word.length;
      }
      row++;
    }
    yield { first, end: row, words: [...words].join(' ') };
    first = row;
  }
}

function* rowMarks(
  table: NodeTable,
  row: number,
  { fileName, keys }: { readonly fileName: string; readonly keys: KeysById },
): Generator<string> {
  const own = JSON.parse(table.own(row).toString()) as Record<string, unknown>;
  const node = nodeWords(own, keys);
  yield* marksOf(row === 0 ? { ...node, name: fileName } : node, pageOf(table, row));
}

/** Id of the page that a node lies on, or is. */
function pageOf(table: NodeTable, row: number): string | undefined {
  let at = row;
  while (table.at(at, NodeColumn.depth) > 1) at = table.at(at, NodeColumn.parent);
  if (at === 0) return undefined;
  return JSON.parse(
    table.bytes(table.at(at, NodeColumn.idStart), table.at(at, NodeColumn.idEnd)).toString(),
  ) as string;
}

/** Of components and styles, by the ids that nodes name them by. */
export function keysOf(snapshot: Snapshot): KeysById {
  const keys = new Map<string, string>();
  for (const { id, text } of snapshot.entryTexts()) {
    const { key } = JSON.parse(text) as { readonly key?: unknown };
    if (typeof key === 'string' && key !== '') keys.set(id, key);
  }
  return keys;
}
