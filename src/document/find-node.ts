import { hashId, maxProbes } from './id-table.ts';
import { decodeString } from './json-spans.ts';
import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** The record of the node with that id, by a few small reads whatever the document's size. */
export function findNode(tables: SnapshotTables, id: string): number | undefined {
  const hash = hashId(id, tables.idSeed);
  const mask = tables.idSlots - 1;
  let slot = hash & mask;
  for (let probes = 0; probes < maxProbes; probes++) {
    const row = tables.idSlot(slot, 1);
    if (row === 0) return undefined;
    if (tables.idSlot(slot, 0) === hash && nodeString(tables, row - 1, NodeColumn.idStart) === id)
      return row - 1;
    slot = (slot + 1) & mask;
  }
  return undefined;
}

/** A string of a record whose span begins in that column and ends in the next; empty where there is none. */
export function nodeString(tables: SnapshotTables, row: number, startColumn: number): string {
  const start = tables.node(row, startColumn);
  const end = tables.node(row, startColumn + 1);
  if (end === 0) return '';
  return decodeString(tables.prefix(start, end), 0, end - start);
}
