import type { Selectable } from 'kysely';
import type { TableName } from './table-list.ts';
import type { Tables } from './tables.ts';

/** `main_file_key` is `mainFileKey`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

type Row<T extends TableName> = Selectable<Tables[T]>;
type ColumnOf<T extends TableName> = keyof Row<T> & string;

/** A row of a table as the program knows it. */
export type CamelRow<T extends TableName> = {
  readonly [Column in ColumnOf<T> as CamelCase<Column>]: Row<T>[Column];
};

type NullableOf<Row> = { [Name in keyof Row]: null extends Row[Name] ? Name : never }[keyof Row];

/** What a row is made of: what may be null may be left out. */
export type NewCamelRow<T extends TableName> = Omit<CamelRow<T>, NullableOf<CamelRow<T>>> &
  Partial<Pick<CamelRow<T>, NullableOf<CamelRow<T>>>>;

type Alias<T extends string, Column extends string> = Column extends string
  ? `${T}.${Column} as ${CamelCase<Column>}`
  : never;

interface CamelColumns<T extends TableName, Column extends ColumnOf<T>> {
  readonly columns: readonly Column[];
  /** What is selected, so that rows come as the program knows them. */
  readonly selected: readonly Alias<T, Column>[];
  /** The row that something new makes. */
  readonly rowOf: (made: NewCamelRow<T>) => CamelRow<T>;
  /** The columns of a whole row, or of some values of it. */
  readonly columnsOf: {
    (row: CamelRow<T>): Row<T>;
    (values: Partial<CamelRow<T>>): Partial<Row<T>>;
  };
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Columns of a table under the names that the program has for them: here alone one becomes the other. */
export function camelColumns<T extends TableName, const Column extends ColumnOf<T>>(
  table: T,
  columns: readonly Column[],
): CamelColumns<T, Column> {
  const names = columns.map((column) => [camelCase(column), column] as const);
  const columnsOf = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      names.filter(([name]) => values[name] !== undefined).map(([name, column]) => [column, values[name]]),
    );
  const rowOf = (made: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map(([name]) => [name, made[name] ?? null]));
  return {
    columns,
    rowOf: rowOf as never,
    selected: names.map(([name, column]) => `${table}.${column} as ${name}` as Alias<T, Column>),
    // What the columns are called is computed, which types follow by the names alone.
    columnsOf: columnsOf as never,
  };
}
