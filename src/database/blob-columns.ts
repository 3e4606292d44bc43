import type { Selectable } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import type { TableName } from './table-list.ts';
import type { Tables } from './tables.ts';

/** What a row that names a blob does for it. */
type Hold =
  /** The blob is there for as long as the row, and in backups. */
  | 'keeps'
  /** It only says which one it is about. */
  | 'names';

type BlobColumn<Row> = {
  [Column in keyof Row]: NonNullable<Row[Column]> extends BlobId ? Column : never;
}[keyof Row];

/** What there is to say of each column that names a blob. */
export type BlobHolds<AllTables> = {
  [T in keyof AllTables as BlobColumn<Selectable<AllTables[T]>> extends never ? never : T]: {
    readonly [Column in BlobColumn<Selectable<AllTables[T]>>]: Hold;
  };
};

/** Every column that names a blob. A new one breaks the compile here until it is said what it does for the blob. */
export const blobColumns: BlobHolds<Tables> = {
  versions: { snapshot: 'keeps' },
  overlays: { snapshot: 'names', base: 'keeps' },
  image_fills: { blob: 'keeps' },
  fonts: { blob: 'keeps', licence: 'keeps' },
  renders: { snapshot: 'names' },
  search_files: { snapshot: 'names' },
  blobs: { id: 'names' },
  console_assets: { blob: 'keeps' },
  render_batches: { snapshot: 'names' },
  packed_images: { blob: 'keeps' },
  mirror_images: { blob: 'keeps' },
};

/** The columns that keep blobs, what is swept and what is backed up alike. */
export const keepingColumns: readonly { readonly table: TableName; readonly column: string }[] =
  Object.entries(blobColumns).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([, hold]) => hold === 'keeps')
      .map(([column]) => ({ table: table as TableName, column })),
  );
