import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** Rows of a node's direct children, in order. */
export function* childRows(tables: SnapshotTables, row: number): Generator<number> {
  const end = tables.node(row, NodeColumn.subtreeEnd);
  for (let child = row + 1; child < end; child = tables.node(child, NodeColumn.subtreeEnd)) yield child;
}
