import { type ControlledTransaction, type Kysely, type RawBuilder, sql } from 'kysely';
import { alone } from './being-restored.ts';
import { gateOfChanges } from './change-beginning.ts';
import { isPostgres } from './column-kinds.ts';
import { insertRows } from './insert-rows.ts';
import { isLocked, mayStandStill, withoutLimit } from './postgres-pool.ts';
import { repeated } from './repeated.ts';
import { partsOf } from './rows-at-once.ts';
import { copiedTables, isCopiedTable, type TableName, tables, tablesOfCopied } from './table-list.ts';
import type { Tables } from './tables.ts';
import { WriterBusy } from './write-queue.ts';

export type DumpedRow = Record<string, string | number | null>;

/** Some rows of one table; a table with many rows comes in several of these. */
export interface DumpedRows {
  table: TableName;
  rows: DumpedRow[];
}

/** The dump holds a table that this program does not have. */
export class UnknownTable extends Error {
  constructor(name: string) {
    super(`The copy holds a table "${name}" that this version does not know. Nothing was changed.`);
    this.name = 'UnknownTable';
  }
}

const rowsPerRead = 500;

/**
 * All rows of the tables that a backup holds, as they stood at one moment; a table comes before those that refer to it.
 * Changes that are made meanwhile are not in it. Leaving the loop early ends the transaction.
 */
export async function* dumpTables(database: Kysely<Tables>): AsyncGenerator<DumpedRows> {
  const transaction = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    if (isPostgres(transaction)) await sql.raw(mayStandStill).execute(transaction);
    for (const table of await textsOfTables(transaction)) yield* dumpTable(transaction, table);
  } finally {
    await transaction.rollback().execute();
  }
}

async function* dumpTable(
  database: Kysely<Tables>,
  { name: table, texts }: TextsOfTable,
): AsyncGenerator<DumpedRows> {
  const parts = partsOf<DumpedRow>({
    sizesAfter: (last) => rowsAfter(database, table, last, sizeOf(texts), rowsPerRead),
    rowsAfter: (last, count) => rowsAfter(database, table, last, sql`*`, count),
  });
  for await (const rows of parts) yield { table, rows };
}

interface TextsOfTable {
  readonly name: TableName;
  /** Its columns with text in them, which may have megabytes. */
  readonly texts: readonly string[];
}

async function textsOfTables(database: Kysely<Tables>): Promise<TextsOfTable[]> {
  const described = await database.introspection.getTables();
  const columns = new Map(described.map((table) => [table.name, table.columns]));
  return copiedTables.map((name) => ({
    name,
    texts: (columns.get(name) ?? [])
      .filter(({ dataType }) => /^text$/i.test(dataType))
      .map((column) => column.name),
  }));
}

const sizeOf = (texts: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.join([sql`0`, ...texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`)], sql` + `)} as bytes`;

async function rowsAfter<Row>(
  database: Kysely<Tables>,
  table: TableName,
  last: DumpedRow | undefined,
  selected: RawBuilder<unknown>,
  count: number,
): Promise<Row[]> {
  const key: readonly string[] = tables[table].key;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const where = last && sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`;
  const query = sql<Row>`select ${selected} from ${sql.table(table)} ${where ?? sql``} order by ${columns} limit ${sql.lit(count)}`;
  return (await query.execute(database)).rows;
}

type Dump = AsyncIterable<DumpedRows> | Iterable<DumpedRows>;

/**
 * Puts the rows in the place of everything there is, whole or not at all. The rows come in the order of
 * `dumpTables`, from either engine, and are read once, as they are stored. Changes that are under way come to their
 * end before; those that come meanwhile are not made, so that none is gone of which somebody was told.
 *
 * @param dump may be made of what is there until then and nobody changes any more
 * @param hold looks at the rows before they are committed, and throws where they are to be refused
 * @throws UnknownTable, WriterBusy
 */
export async function restoreTables(
  database: Kysely<Tables>,
  dump: Dump | ((transaction: Kysely<Tables>) => Promise<Dump>),
  hold: (transaction: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  const transaction = await repeated(() => alone(() => startAlone(database)));
  try {
    const parts = typeof dump === 'function' ? await dump(transaction) : dump;
    await deleteAll(transaction);
    for await (const { table, rows } of parts) {
      if (!isCopiedTable(table)) throw new UnknownTable(table);
      await insertRows(transaction, table, rows);
    }
    await hold(transaction);
    await transaction.commit().execute();
  } catch (error) {
    await transaction.rollback().execute();
    throw error;
  }
}

/** How many rows there are in each table that a copy holds. */
export async function countRows(database: Kysely<Tables>): Promise<Map<TableName, number>> {
  const counts = new Map<TableName, number>();
  for (const table of copiedTables) {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`;
    counts.set(table, (await query.execute(database)).rows[0]?.count ?? 0);
  }
  return counts;
}

/** Tables that refer to others come first. PostgreSQL gets one statement for all, since most have no rows. */
async function deleteAll(transaction: Kysely<Tables>): Promise<void> {
  const statements = copiedTables.toReversed().map((table) => sql`delete from ${sql.table(table)}`);
  const inOne = isPostgres(transaction) ? [sql.join(statements, sql`; `)] : statements;
  for (const statement of inOne) await statement.execute(transaction);
}

/** As long as SQLite has a change wait for its turn: others are refused meanwhile. */
const lockLimitMs = 30_000;

/** A transaction beside which nothing is changed: it cannot be repeated, since the rows are read only once. */
async function startAlone(database: Kysely<Tables>): Promise<ControlledTransaction<Tables>> {
  const transaction = await database.startTransaction().execute();
  if (!isPostgres(database)) return transaction;
  try {
    await sql.raw(`set local lock_timeout = ${lockLimitMs}`).execute(transaction);
    await sql`lock table ${sql.join(lockedAlone.map((table) => sql.table(table)))} in exclusive mode`.execute(
      transaction,
    );
    await sql.raw(withoutLimit).execute(transaction);
    return transaction;
  } catch (error) {
    await transaction.rollback().execute();
    throw isLocked(error) ? new WriterBusy(lockLimitMs) : error;
  }
}

/** Behind the gate are statements outside of changes alone, most of which write a row ahead of a look at what it names. */
const lockedAlone: readonly TableName[] = [
  gateOfChanges,
  ...[...copiedTables, ...tablesOfCopied].toReversed(),
];
