import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** Which part of a list is read. */
export interface ListPart {
  /** The row that it follows; the first rows where there is none. */
  readonly place: { readonly by: string | number; readonly id: string | number } | undefined;
  /** How many rows it has at the most. */
  readonly count: number;
  readonly direction?: 'asc' | 'desc';
}

/**
 * Rows of a query behind a place, in the order of two columns, both in the same direction.
 * @param columns as `teams.created_at`, of the type that `place.by` has, and the id
 */
export function afterPlace<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly [by: string, id: string],
  { place, count, direction = 'asc' }: ListPart,
): SelectQueryBuilder<DB, TB, Row> {
  const by = sql.ref(columns[0]);
  const id = sql.ref(columns[1]);
  const ordered = rows.orderBy(by, direction).orderBy(id, direction).limit(count);
  if (place === undefined) return ordered;
  const than = sql.raw(direction === 'asc' ? '>' : '<');
  return ordered.where(sql<SqlBool>`(${by}, ${id}) ${than} (${place.by}, ${place.id})`);
}
