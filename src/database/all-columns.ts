import type { Selectable } from 'kysely';
import { camelColumns } from './camel-columns.ts';
import { columnValues } from './column-values.ts';
import { columnWords } from './column-words.ts';
import type { Tables } from './tables.ts';

/** Every column of a table under the name that the program has for it; a new one comes along by itself. */
export function allColumns<T extends keyof typeof columnValues>(table: T) {
  const words: Readonly<Record<string, object | undefined>> = columnWords;
  const names = [...Object.keys(columnValues[table]), ...Object.keys(words[table] ?? {})];
  return camelColumns(table, names as (keyof Selectable<Tables[T]> & string)[]);
}
