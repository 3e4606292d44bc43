import type { BlobId } from '../blobs/blob-store.ts';
import { keepingColumns } from '../database/blob-columns.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';

/** Adds the blobs that the rows keep. */
export function collectBlobs(table: TableName, rows: readonly DumpedRow[], blobs: Set<BlobId>): void {
  for (const { column } of keepingColumns.filter((keeping) => keeping.table === table))
    for (const row of rows) {
      const blob = row[column];
      // The column's type says what it holds; whether a blob is there of that name shows when it is read.
      if (typeof blob === 'string') blobs.add(blob as BlobId);
    }
}
