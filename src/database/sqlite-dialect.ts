import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { isAlone } from './being-restored.ts';
import { countChanges } from './change-count.ts';
import { isShareOver, yieldToOthers } from './event-loop-share.ts';
import { readsAtOnce } from './read-at-once.ts';
import { isBusy, openWriter, type SqliteHandle, whileBusy } from './sqlite-handle.ts';
import { type SqliteReaders, sqliteReaders } from './sqlite-readers.ts';
import { isUnhurried } from './unhurried.ts';
import { type WriteAheadLog, writeAheadLog } from './write-ahead-log.ts';
import { type WriteQueue, writeQueue } from './write-queue.ts';

/**
 * SQLite through `node:sqlite`: one connection that writes behind a queue, and those that read, each at one thing at
 * a time. So a query outside a transaction never runs inside somebody else's. Statements yield
 * in between, and so do the rows of one.
 */
export function sqliteDialect(path: string): Dialect {
  const changes = { count: 0 };
  const opened: Opened = {};
  return {
    createDriver: () => sqliteDriver(path, changes, opened),
    createAdapter: () => {
      const adapter = new Adapter();
      countChanges(adapter, () => changes.count);
      readsAtOnce(adapter, (query) => opened.engine && fewAtOnce(opened.engine, query));
      return adapter;
    },
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /** SQLite rolls changes of the schema back like any other, so a migration is applied whole or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Looking at the clock takes about as long as a small row. */
const rowsBetweenLooks = 16;

interface Engine {
  readonly writer: SqliteHandle;
  readonly readers: SqliteReaders;
  readonly queue: WriteQueue;
  readonly log: WriteAheadLog;
  /** Grows with every commit. */
  readonly changes: { count: number };
}

/** What Kysely calls a connection: it borrows a handle for a statement, or keeps one for a transaction. */
interface Connection extends DatabaseConnection {
  transaction: { handle: SqliteHandle; commit: () => void | Promise<void>; end: () => void } | undefined;
}

/** Nothing before the first statement, nor after the last. */
interface Opened {
  engine?: Engine | undefined;
}

function sqliteDriver(path: string, changes: Engine['changes'], opened: Opened): Driver {
  let engine: Engine;
  const of = (connection: DatabaseConnection) => connection as Connection;
  return {
    async init() {
      engine = await whileBusy(() => openEngine(path, changes));
      opened.engine = engine;
    },
    acquireConnection: async () => connectionTo(engine),
    beginTransaction: (connection, settings) => begin(engine, of(connection), settings),
    commitTransaction: (connection) => finish(engine, of(connection)),
    rollbackTransaction: async (connection) => rollBack(of(connection)),
    savepoint: async (connection, name) => current(of(connection)).exec(`SAVEPOINT ${quoted(name)}`),
    rollbackToSavepoint: async (connection, name) =>
      current(of(connection)).exec(`ROLLBACK TO ${quoted(name)}`),
    releaseSavepoint: async (connection, name) => current(of(connection)).exec(`RELEASE ${quoted(name)}`),
    releaseConnection: async (connection) => rollBack(of(connection)),
    destroy: () => {
      opened.engine = undefined;
      return closeEngine(engine);
    },
  };
}

function openEngine(path: string, changes: Engine['changes']): Engine {
  const writer = openWriter(path);
  const queue = writeQueue();
  return { writer, readers: sqliteReaders(path), queue, log: writeAheadLog(path, writer, queue), changes };
}

/** Lets the transaction that runs come to its end; the writer closes last and moves its log into the file. */
async function closeEngine(engine: Engine): Promise<void> {
  try {
    await engine.log.end();
    await engine.queue.takeAlone();
  } finally {
    engine.readers.close();
    engine.writer.close();
  }
}

function connectionTo(engine: Engine): Connection {
  const connection: Connection = {
    transaction: undefined,
    executeQuery: <R>(query: CompiledQuery) => execute<R>(engine, connection, query),
    streamQuery: <R>(query: CompiledQuery) => stream<R>(engine, connection, query),
  };
  return connection;
}

async function execute<R>(
  engine: Engine,
  connection: Connection,
  query: CompiledQuery,
): Promise<QueryResult<R>> {
  if (isShareOver()) await yieldToOthers();
  if (isRead(query))
    return connection.transaction ? readRows(current(connection), query) : read(engine, query);
  if (connection.transaction) return current(connection).run<R>(query);
  const end = await takeTurn(engine);
  try {
    return await whileBusy(() => engine.writer.run<R>(query));
  } finally {
    engine.changes.count += 1;
    engine.log.committed();
    end();
  }
}

/** The reader is nobody else's meanwhile: until the last row its connection shows no newer state. */
function read<R>({ readers }: Engine, query: CompiledQuery): Promise<QueryResult<R>> {
  return whileBusy(() => {
    const reader = readers.take();
    return readRows<R>(reader, query, () => readers.giveBack(reader));
  });
}

/** Undefined where the rows are many, others are to have their turn first, or another process holds the file. */
function fewAtOnce<R>({ readers }: Engine, query: CompiledQuery): R[] | undefined {
  if (isShareOver() || !isRead(query)) return undefined;
  const reader = readers.take();
  try {
    return fewOf<R>(reader, query);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  } finally {
    readers.giveBack(reader);
  }
}

/** What is over so soon that nobody has to be let to work in between. */
function fewOf<R>(handle: SqliteHandle, query: CompiledQuery): R[] | undefined {
  if (isPage(query)) return handle.run<R>(query).rows;
  return takesLimit(query) ? handle.few<R>(query) : undefined;
}

async function readRows<R>(
  handle: SqliteHandle,
  query: CompiledQuery,
  done = (): void => {},
): Promise<QueryResult<R>> {
  const rows: R[] = [];
  try {
    const few = fewOf<R>(handle, query);
    if (few !== undefined) return { rows: few };
    for (const row of handle.iterate<R>(query)) {
      rows.push(row);
      if (rows.length % rowsBetweenLooks === 0 && isShareOver()) await yieldToOthers();
    }
  } finally {
    done();
  }
  return { rows };
}

async function* stream<R>(
  engine: Engine,
  connection: Connection,
  query: CompiledQuery,
): AsyncIterableIterator<QueryResult<R>> {
  const own = connection.transaction ? undefined : engine.readers.take();
  try {
    for (const row of (own ?? current(connection)).iterate<R>(query)) {
      yield { rows: [row] };
      if (isShareOver()) await yieldToOthers();
    }
  } finally {
    if (own) engine.readers.giveBack(own);
  }
}

/** The turn to write; what has time does not wait for the disk, and is there with the next commit that does. */
async function takeTurn({ queue, writer }: Engine): Promise<() => void> {
  if (isAlone()) return queue.takeAlone();
  const hasTime = isUnhurried();
  const end = await queue.take();
  if (!hasTime) return end;
  const endInTime = () => {
    try {
      writer.exec('PRAGMA synchronous = FULL');
    } finally {
      end();
    }
  };
  try {
    writer.exec('PRAGMA synchronous = NORMAL');
    return endInTime;
  } catch (error) {
    endInTime();
    throw error;
  }
}

async function begin(engine: Engine, connection: Connection, settings: TransactionSettings): Promise<void> {
  if (settings.accessMode === 'read only') return beginReading(engine, connection);
  const end = await takeTurn(engine);
  try {
    await whileBusy(() => engine.writer.exec('BEGIN IMMEDIATE'));
    const before = engine.writer.changedRows();
    connection.transaction = { handle: engine.writer, commit: () => engine.log.commit(before), end };
  } catch (error) {
    end();
    throw error;
  }
}

/** The state that the transaction sees is that of its first query, as in PostgreSQL. */
function beginReading(engine: Engine, connection: Connection): void {
  const handle = engine.readers.take();
  const end = () => engine.readers.giveBack(handle);
  connection.transaction = { handle, commit: () => handle.exec('COMMIT'), end };
  handle.exec('BEGIN');
}

/** @throws Error where SQLite has ended the transaction by itself: what follows must not run outside of it */
function current(connection: Connection): SqliteHandle {
  const handle = connection.transaction?.handle;
  if (!handle?.inTransaction()) throw new Error('The transaction was rolled back by the database.');
  return handle;
}

async function finish(engine: Engine, connection: Connection): Promise<void> {
  current(connection);
  await connection.transaction?.commit();
  engine.changes.count += 1;
  connection.transaction?.end();
  connection.transaction = undefined;
}

function rollBack(connection: Connection): void {
  const { transaction } = connection;
  if (!transaction) return;
  try {
    if (transaction.handle.inTransaction()) transaction.handle.exec('ROLLBACK');
  } finally {
    connection.transaction = undefined;
    transaction.end();
  }
}

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
/** Pages are short, and reading them in one go takes two thirds of the time. */
const isPage = ({ query }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' && query.limit !== undefined;
/** A query of the builder without a limit, whose text ends where one would stand. */
const takesLimit = ({ query }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' && query.offset === undefined && query.endModifiers === undefined;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
