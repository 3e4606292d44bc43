import { expect, expectTypeOf, test } from 'vitest';
import type { BlobId } from '../contract/branded-ids.ts';
import { type BlobHolds, blobColumns, keepingColumns } from './blob-columns.ts';
import type { Tables } from './tables.ts';

test('what is kept stands once, for the sweep and for backups', () => {
  const keeping = keepingColumns.map(({ table, column }) => `${table}.${column}`);
  expect(keeping).toEqual([
    'versions.snapshot',
    'overlays.base',
    'image_fills.blob',
    'fonts.blob',
    'fonts.licence',
    'console_assets.blob',
    'packed_images.blob',
    'mirror_images.blob',
  ]);
});

test('a new column that names a blob does not compile until it is said what it does for the blob', () => {
  type Grown = Tables & { previews: { file_key: string; image: BlobId | null } };
  expectTypeOf(blobColumns).not.toExtend<BlobHolds<Grown>>();
  const said = { ...blobColumns, previews: { image: 'keeps' } } as const;
  expectTypeOf(said).toExtend<BlobHolds<Grown>>();
  // @ts-expect-error the column of a table that is there
  const lacking: BlobHolds<Tables & { sites: { picture: BlobId } }> = blobColumns;
  expect(lacking).toBe(blobColumns);
});

test('a text that only looks like one is no id of a blob', () => {
  expectTypeOf<string>().not.toExtend<BlobId>();
  expectTypeOf<BlobId>().toExtend<string>();
});
