import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Rows behind a place in a list that is ordered by two columns, both in the same direction.
 * @param columns as `teams.created_at`, of the type that `place.by` has, and the id
 */
export function afterPlace(
  columns: readonly [by: string, id: string],
  place: { readonly by: string | number; readonly id: string } | undefined,
  direction: 'asc' | 'desc' = 'asc',
): RawBuilder<SqlBool> {
  if (place === undefined) return sql<SqlBool>`1 = 1`;
  const [by, id] = columns.map((column) => sql.ref(column));
  const than = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<SqlBool>`(${by}, ${id}) ${than} (${place.by}, ${place.id})`;
}
