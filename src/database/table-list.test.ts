import { expect, test } from 'vitest';
import { copiedTables, tableNames, tables } from './table-list.ts';
import type { Tables } from './tables.ts';

test('a copy holds every table but what a server writes for itself', () => {
  expect(tableNames.filter((name) => !copiedTables.includes(name))).toEqual([
    'chores',
    'blobs',
    'processes',
    'console_assets',
    'render_batches',
    'packed_images',
    'unsearched_files',
    'search_files',
    'search_blocks',
    'rate_buckets',
  ]);
});

test('a new table does not compile until it is said what a backup does with it', () => {
  type Grown = Tables & { sketches: { id: string } };
  // @ts-expect-error nothing is said of `sketches`
  const lacking: { [T in keyof Grown]: { readonly backup: string } } = tables;
  expect(lacking).toBe(tables);
});
