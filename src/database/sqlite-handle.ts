import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LeastRecent } from '../least-recent.ts';
import { rowMaker } from './made-rows.ts';

/** Statements kept ready by one handle; the one used longest ago goes first. */
const preparedLimit = 300;
/** SQLite's own wait for another process, which stops the whole program: kept short. */
const blockingWaitMs = 50;
/** The whole wait for another process; between tries the program goes on. */
const busyLimitMs = 10_000;
const busyPauseMs = 10;
const sqliteBusy = 5;

/** Rows that are read in one go: one at a time they take half as long again. */
const fewRows = 256;
/** A query that had more is begun twice no more often than once in so many calls. */
const restingCalls = 8;

interface Prepared extends Reading {
  returnsRows: boolean;
  /** The same for one row more than a few. */
  few: Reading | undefined;
  /** How many of the next calls will have more than a few rows, by those before. */
  restCalls: number;
  /** Rows of it are being read one at a time, so that it may not be begun anew. */
  isTaken: boolean;
}

/** A statement, and what makes a row of what it answers. */
interface Reading {
  readonly statement: StatementSync;
  readonly rowOf: (answered: never) => unknown;
}

/** One connection to the file. */
export interface SqliteHandle {
  /** Runs a statement to its end before it returns. */
  run<R>(query: CompiledQuery): QueryResult<R>;
  /** The rows of a query, in one go; undefined where they are more than a few, or were lately. */
  few<R>(query: CompiledQuery): R[] | undefined;
  /** Rows one at a time; others may run on the connection in between, the same statement too. */
  iterate<R>(query: CompiledQuery): Iterable<R>;
  exec(sql: string): void;
  /** Rows that were changed since the connection was opened, what went with others included. */
  changedRows(): number;
  /**
   * Pages that were written to the log since it was last begun anew, be they moved into the file or not. SQLite before
   * 3.51 moves them for this question, so where it is that old a commit takes longer now and then.
   */
  pagesInLog(): number;
  /** False again once SQLite has rolled back by itself, as it does when the disk is full. */
  inTransaction(): boolean;
  close(): void;
}

export function openWriter(path: string): SqliteHandle {
  return openHandle(path, ['journal_mode = WAL', 'synchronous = FULL']);
}

/** Opened writable, since a reader may have to recover the log, but refuses every change. */
export function openReader(path: string): SqliteHandle {
  return openHandle(path, ['query_only = ON']);
}

function openHandle(path: string, pragmas: readonly string[]): SqliteHandle {
  const connection = new DatabaseSync(path, { timeout: blockingWaitMs, enableForeignKeyConstraints: true });
  for (const pragma of pragmas) connection.exec(`PRAGMA ${pragma}`);
  const prepared = new LeastRecent<string, Prepared>(preparedLimit);
  const counting = connection.prepare('select total_changes() as count');
  const looking = connection.prepare('PRAGMA wal_checkpoint(NOOP)');
  return {
    run: <R>(query: CompiledQuery) => runPrepared<R>(prepare(connection, prepared, query.sql), query),
    few: <R>(query: CompiledQuery) => readFew<R>(connection, prepare(connection, prepared, query.sql), query),
    *iterate<R>(query: CompiledQuery) {
      const own = prepare(connection, prepared, query.sql);
      if (own.restCalls > 0) own.restCalls -= 1;
      own.isTaken = true;
      try {
        for (const answered of own.statement.iterate(...parametersOf(query)))
          yield own.rowOf(answered as never) as R;
      } finally {
        own.isTaken = false;
      }
    },
    exec: (sql) => connection.exec(sql),
    changedRows: () => Number((counting.get() as { count: number }).count),
    pagesInLog: () => Number((looking.get() as { log: number }).log),
    inTransaction: () => connection.isTransaction,
    close: () => connection.close(),
  };
}

/** A statement that nobody reads from. */
function prepare(connection: DatabaseSync, prepared: LeastRecent<string, Prepared>, sql: string): Prepared {
  const known = prepared.get(sql);
  if (known?.isTaken === false) return known;
  const made = describe(connection, sql);
  prepared.set(sql, made);
  return made;
}

function describe(connection: DatabaseSync, sql: string): Prepared {
  const reading = readingOf(connection, sql);
  return {
    ...reading,
    returnsRows: reading.statement.columns().length > 0,
    few: undefined,
    restCalls: 0,
    isTaken: false,
  };
}

/** Of a text with a star the columns may be others once the schema has changed, so they are asked for each time. */
function readingOf(connection: DatabaseSync, sql: string): Reading {
  const statement = connection.prepare(sql);
  if (sql.includes('*')) return { statement, rowOf: (row) => row };
  statement.setReturnArrays(true);
  return { statement, rowOf: rowMaker(statement.columns().map(({ name }) => name)) };
}

function runPrepared<R>(entry: Prepared, query: CompiledQuery): QueryResult<R> {
  if (entry.returnsRows) {
    const rows = rowsOf<R>(entry, query);
    return { rows, numAffectedRows: BigInt(rows.length) };
  }
  return { rows: [], numAffectedRows: BigInt(entry.statement.run(...parametersOf(query)).changes) };
}

function rowsOf<R>({ statement, rowOf }: Reading, query: CompiledQuery): R[] {
  return (statement.all(...parametersOf(query)) as never[]).map(rowOf) as R[];
}

function readFew<R>(connection: DatabaseSync, entry: Prepared, query: CompiledQuery): R[] | undefined {
  if (entry.restCalls > 0) return undefined;
  entry.few ??= readingOf(connection, `${query.sql} limit ${fewRows + 1}`);
  const rows = rowsOf<R>(entry.few, query);
  if (rows.length <= fewRows) return rows;
  entry.restCalls = restingCalls;
  return undefined;
}

const parametersOf = (query: CompiledQuery) => query.parameters as readonly SQLInputValue[];

/**
 * Repeats the work while another process holds the file, without stopping this one.
 * Within one process this never happens: writers queue, and readers of a WAL file wait for nobody.
 */
export async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > busyLimitMs) throw error;
      await sleep(busyPauseMs);
    }
  }
}

/** Also true of SQLITE_BUSY_RECOVERY and its kin, whose low byte is the same. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && (code & 0xff) === sqliteBusy;
}
