import { nodeString } from './find-node.ts';
import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** Length of the type's token, quotes included: most other types have another. */
const tokenBytes = '"INSTANCE"'.length;

export function isInstance(tables: SnapshotTables, row: number): boolean {
  const length = tables.node(row, NodeColumn.typeEnd) - tables.node(row, NodeColumn.typeStart);
  return length === tokenBytes && nodeString(tables, row, NodeColumn.typeStart) === 'INSTANCE';
}

/**
 * For each node 1 where it is inside of an instance, which comes with all that is in it, and 0 elsewhere. Yields
 * after each node.
 */
export function* insideInstances(tables: SnapshotTables): Generator<undefined, Uint8Array> {
  const inside = new Uint8Array(tables.nodeCount);
  for (let row = 0; row < tables.nodeCount; row++) {
    yield;
    if (!isInstance(tables, row)) continue;
    const end = tables.node(row, NodeColumn.subtreeEnd);
    inside.fill(1, row + 1, end);
    row = end - 1;
  }
  return inside;
}
