import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** A stretch of the prefix, with the extras that belong into it and the nodes that it begins to show. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Rows [extrasStart, extrasEnd) of the index of extras. */
  readonly extrasStart: number;
  readonly extrasEnd: number;
  /** Rows [nodesStart, nodesEnd) of the records. */
  readonly nodesStart: number;
  readonly nodesEnd: number;
}

/** Which nodes at and below a root are shown. */
export interface Shown {
  readonly root: number;
  /** Deepest level shown, counted from the document; absent: all. */
  readonly deepest: number | undefined;
  /** Nodes that show their whole subtree, as far as `deepest` allows. */
  readonly whole: ReadonlySet<number>;
  /** Nodes shown whatever their level, by their parent's row, in document order. */
  readonly kept: ReadonlyMap<number, readonly number[]>;
}

export const comma: Uint8Array = Buffer.from(',');

/** The first of what has not been given out yet. */
interface Cursor {
  readonly prefix: number;
  readonly extra: number;
  readonly row: number;
}

/** The walk below one node: rows up to `end` are its subtree. */
interface Walk {
  readonly node: number;
  readonly end: number;
  /** Whether all children are shown, down to the deepest level. */
  readonly whole: boolean;
  /** Kept nodes with the same parent that follow this one. */
  readonly siblings: readonly number[];
  readonly place: number;
}

/**
 * What the answer shows of a tree, in order: stretches of the prefix, and the commas between nodes whose
 * neighbours are left out. Between two cuts the prefix is copied as it is, so the walk only looks for cuts.
 */
export function* shownSegments(tables: SnapshotTables, shown: Shown): Generator<Segment | Uint8Array> {
  const { node } = tables;
  const deepest = shown.deepest ?? Number.POSITIVE_INFINITY;
  const outer: Walk[] = [];
  let walk = walkOf(tables, shown, [shown.root], 0, false);
  let cursor = cursorBefore(tables, shown.root);
  let row = shown.root;
  for (;;) {
    if (row === walk.end || (walk.whole && shown.deepest === undefined)) {
      yield segment(cursor, cursorBehind(tables, walk.node));
      const next = walk.siblings[walk.place + 1];
      if (next !== undefined) {
        yield comma;
        walk = walkOf(tables, shown, walk.siblings, walk.place + 1, outer.at(-1)!.whole);
        cursor = cursorBefore(tables, next);
        row = next;
        continue;
      }
      if (outer.length === 0) return;
      row = node(walk.node, NodeColumn.parent);
      walk = outer.pop()!;
      cursor = cursorBehindChildren(tables, row);
      row = cursor.row;
    } else if (walk.whole && node(row, NodeColumn.depth) < deepest) {
      row++;
    } else if (node(row, NodeColumn.childrenStart) === node(row, NodeColumn.childrenEnd)) {
      row = node(row, NodeColumn.subtreeEnd);
    } else {
      yield segment(cursor, cursorBeforeChildren(tables, row));
      const kept = shown.kept.get(row);
      cursor = kept === undefined ? cursorBehindChildren(tables, row) : cursorBefore(tables, kept[0]!);
      row = cursor.row;
      if (kept !== undefined) {
        outer.push(walk);
        walk = walkOf(tables, shown, kept, 0, walk.whole);
      }
    }
  }
}

function walkOf(
  tables: SnapshotTables,
  shown: Shown,
  siblings: readonly number[],
  place: number,
  whole: boolean,
): Walk {
  const node = siblings[place]!;
  const end = tables.node(node, NodeColumn.subtreeEnd);
  return { node, end, whole: whole || shown.whole.has(node), siblings, place };
}

function segment(from: Cursor, to: Cursor): Segment {
  return {
    start: from.prefix,
    end: to.prefix,
    extrasStart: from.extra,
    extrasEnd: to.extra,
    nodesStart: from.row,
    nodesEnd: to.row,
  };
}

function cursorBefore({ node }: SnapshotTables, row: number): Cursor {
  return { prefix: node(row, NodeColumn.start), extra: node(row, NodeColumn.extrasStart), row };
}

function cursorBeforeChildren({ node }: SnapshotTables, row: number): Cursor {
  return {
    prefix: node(row, NodeColumn.childrenStart),
    extra: node(row, NodeColumn.extrasBefore),
    row: row + 1,
  };
}

function cursorBehindChildren({ node }: SnapshotTables, row: number): Cursor {
  const end = node(row, NodeColumn.subtreeEnd);
  return { prefix: node(row, NodeColumn.childrenEnd), extra: node(row, NodeColumn.extrasAfter), row: end };
}

function cursorBehind({ node }: SnapshotTables, row: number): Cursor {
  const end = node(row, NodeColumn.subtreeEnd);
  return { prefix: node(row, NodeColumn.end), extra: node(row, NodeColumn.extrasEnd), row: end };
}
