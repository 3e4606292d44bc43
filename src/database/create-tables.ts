import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { type ColumnKinds, columnKinds } from './column-kinds.ts';

/** Column name → `text` or `integer`, with `?` where it may be null. */
type Columns = Record<string, 'text' | 'text?' | 'integer' | 'integer?'>;

export interface TableSketch {
  columns: Columns;
  key: readonly string[];
  unique?: readonly (readonly string[])[];
  /** Columns with the table and column they name and what becomes of the row when that one is deleted. */
  references?: Record<string, readonly [target: string, onDelete: 'cascade' | 'set null' | 'restrict']>;
  /** References into the same table: checked at the end of the transaction, so rows may come in any order. */
  deferred?: readonly string[];
  indexes?: readonly (readonly string[])[];
  /** Column → value where an insert leaves it out. */
  defaults?: Record<string, number>;
}

/** Makes the tables in the order given, the same on every engine. */
export async function createTables(
  database: Kysely<never>,
  tables: Readonly<Record<string, TableSketch>>,
): Promise<void> {
  const kinds = columnKinds(database);
  for (const [name, sketch] of Object.entries(tables)) await createTable(database, kinds, name, sketch);
}

/** Adds columns to tables that there are, the same on every engine; each may be null, as its rows know no value. */
export async function addColumns(
  database: Kysely<never>,
  tables: Readonly<Record<string, Readonly<Record<string, 'text?' | 'integer?'>>>>,
): Promise<void> {
  const { text, integer } = columnKinds(database);
  for (const [table, columns] of Object.entries(tables))
    for (const [name, kind] of Object.entries(columns))
      await database.schema
        .alterTable(table)
        .addColumn(name, kind === 'text?' ? text : integer)
        .execute();
}

async function createTable(
  database: Kysely<never>,
  kinds: ColumnKinds,
  name: string,
  sketch: TableSketch,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, kind] of Object.entries(sketch.columns)) {
    table = addColumn(table, column, kind, kinds, sketch.defaults?.[column]);
  }
  table = addConstraints(table, name, sketch);
  await table.modifyEnd(kinds.tableEnd).execute();
  for (const columns of sketch.indexes ?? []) {
    await database.schema
      .createIndex(`${name}_${columns.join('_')}`)
      .on(name)
      .columns([...columns])
      .execute();
  }
}

function addColumn(
  table: CreateTableBuilder<string, string>,
  name: string,
  kind: Columns[string],
  kinds: ColumnKinds,
  value: number | undefined,
): CreateTableBuilder<string, string> {
  const type: RawBuilder<unknown> = kind.startsWith('text') ? kinds.text : kinds.integer;
  return table.addColumn(name, type, (column) => {
    const needed = kind.endsWith('?') ? column : column.notNull();
    return value === undefined ? needed : needed.defaultTo(sql.lit(value));
  });
}

function addConstraints(
  table: CreateTableBuilder<string, string>,
  name: string,
  { key, unique = [], references = {}, deferred = [] }: TableSketch,
): CreateTableBuilder<string, string> {
  let built = table.addPrimaryKeyConstraint(`${name}_key`, [...key]);
  for (const columns of unique)
    built = built.addUniqueConstraint(`${name}_${columns.join('_')}`, [...columns]);
  for (const [column, [target, onDelete]] of Object.entries(references)) {
    const [targetTable, targetColumn] = target.split('.') as [string, string];
    built = built.addForeignKeyConstraint(
      `${name}_${column}_of`,
      [column],
      targetTable,
      [targetColumn],
      (constraint) => {
        const kept = constraint.onDelete(onDelete);
        return deferred.includes(column) ? kept.deferrable().initiallyDeferred() : kept;
      },
    );
  }
  return built;
}
