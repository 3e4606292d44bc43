import { CompiledQuery, type Kysely } from 'kysely';
import { isPostgres } from './column-kinds.ts';
import type { TableName } from './table-list.ts';
import type { Tables } from './tables.ts';

/** A row as it is stored, by the names of its columns. */
type StoredRow = Readonly<Record<string, string | number | null>>;

/** SQLite takes 32,766 values in a statement, PostgreSQL twice as many. */
const valuesPerInsert = 30_000;

/** Writes rows as they are stored, any number, in few statements. A column that one leaves out gets its default. */
export async function insertRows(
  database: Kysely<Tables>,
  table: TableName,
  rows: readonly StoredRow[],
): Promise<void> {
  for (const some of ofSameColumns(rows)) await database.executeQuery(insertOf(database, table, some));
}

/** Rows in their order, as many together as have the same columns and fit into a statement. */
function* ofSameColumns(rows: readonly StoredRow[]): Generator<readonly StoredRow[]> {
  let start = 0;
  for (const [at, row] of rows.entries()) {
    const columns = Object.keys(row);
    const next = rows[at + 1];
    const isFull = (at + 2 - start) * columns.length > valuesPerInsert;
    if (next !== undefined && !isFull && Object.keys(next).join() === columns.join()) continue;
    yield rows.slice(start, at + 1);
    start = at + 1;
  }
}

/** Written as text, since building a statement of thousands of values takes longer than running it. */
function insertOf(database: Kysely<Tables>, table: TableName, rows: readonly StoredRow[]): CompiledQuery {
  const columns = Object.keys(rows[0] ?? {});
  const isNumbered = isPostgres(database);
  const markOf = (row: number) => (_column: string, at: number) =>
    isNumbered ? `$${row * columns.length + at + 1}` : '?';
  const marks = rows.map((_, row) => `(${columns.map(markOf(row))})`);
  const text = `insert into ${quoted(table)} (${columns.map(quoted)}) values ${marks}`;
  return CompiledQuery.raw(text, rows.flatMap(Object.values));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
