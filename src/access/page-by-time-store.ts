import type { SelectQueryBuilder } from 'kysely';
import { afterPlace } from '../database/keyset-page.ts';
import { type Page, type PagedList, type PageQuery, pageOf } from './paged-list.ts';

/** With its columns as they are, or named as its room names them. */
type MadeRow = { readonly id: string } & ({ readonly created_at: number } | { readonly createdAt: number });

/**
 * A page of a query's rows in the order in which they were made, those of the same moment by their ids.
 * @param table whose `created_at` and `id` they have
 */
export function pageByTime<DB, TB extends keyof DB, Row extends MadeRow>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  table: TB & string,
  query: PageQuery,
  {
    direction = 'asc',
    ...list
  }: Pick<PagedList<Row>, 'isSeen' | 'sizeOf'> & { direction?: 'asc' | 'desc' } = {},
): Promise<Page<Row>> {
  return pageOf<Row>(
    {
      ...list,
      rowsAfter: (place, count) =>
        afterPlace(rows, [`${table}.created_at`, `${table}.id`], {
          place,
          count,
          direction,
        }).execute() as Promise<Row[]>,
      placeOf: (row) => ({ by: 'createdAt' in row ? row.createdAt : row.created_at, id: row.id }),
    },
    query,
  );
}
