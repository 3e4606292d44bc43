import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';
import type { Tables } from '../database/tables.ts';

/** The columns that name blobs, by table. A new one belongs in here, or backups lack its blobs. */
const blobColumns = {
  versions: 'snapshot',
  overlays: 'base',
  image_fills: 'blob',
  fonts: 'blob',
} as const satisfies { [T in TableName]?: keyof Tables[T] };

/** Adds the blobs that the rows refer to. */
export function collectBlobs(table: TableName, rows: readonly DumpedRow[], blobs: Set<string>): void {
  const column = (blobColumns as Partial<Record<TableName, string>>)[table];
  if (column === undefined) return;
  for (const row of rows) if (row[column] !== null) blobs.add(String(row[column]));
}
