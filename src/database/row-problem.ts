import { columnValues } from './column-values.ts';
import { wordProblem } from './column-words.ts';
import type { DumpedRow } from './dump.ts';
import { type TableName, tables } from './table-list.ts';
import { type KindOfValue, type ValueKind, valueKinds } from './value-kinds.ts';

/** What is wrong with a value in a row of a table, with the names of table, row and column; or undefined. */
export function rowProblem(table: TableName, row: DumpedRow): string | undefined {
  const rowName = nameOf(table, row);
  const kinds: Readonly<Record<string, ValueKind>> =
    (columnValues as Partial<Record<TableName, never>>)[table] ?? {};
  for (const [column, kind] of Object.entries(kinds)) {
    const value = row[column];
    const { holds, words }: KindOfValue = valueKinds[kind];
    // Whether there may be none is known to the schema.
    if (value === null || value === undefined || holds(value)) continue;
    return `"${column}" of ${rowName} is ${words}, and not ${shown(value)}.`;
  }
  return wordProblem(table, row, rowName);
}

const nameOf = (table: TableName, row: DumpedRow): string =>
  `${table} (${tables[table].key.map((column) => shown(row[column] ?? null)).join(', ')})`;

const mostShown = 100;

const shown = (value: string | number | null): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, mostShown)) : String(value);
