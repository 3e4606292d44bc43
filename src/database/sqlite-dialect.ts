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
import { countChanges } from './change-count.ts';
import { openReader, openWriter, type SqliteHandle, whileBusy } from './sqlite-handle.ts';
import { type WriteQueue, writeQueue } from './write-queue.ts';

/**
 * SQLite through `node:sqlite`: one connection that writes behind a queue, one that reads, and one more for
 * each open read transaction or stream. So a query outside a transaction never runs inside somebody else's.
 */
export function sqliteDialect(path: string): Dialect {
  const changes = { count: 0 };
  return {
    createDriver: () => sqliteDriver(path, changes),
    createAdapter: () => {
      const adapter = new Adapter();
      countChanges(adapter, () => changes.count);
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

interface Engine {
  readonly path: string;
  readonly writer: SqliteHandle;
  readonly reader: SqliteHandle;
  readonly queue: WriteQueue;
  /** Grows with every commit. */
  readonly changes: { count: number };
  /** Readers with a state of their own that are open now. */
  readonly snapshots: Set<SqliteHandle>;
}

/** What Kysely calls a connection: it borrows a handle for a statement, or keeps one for a transaction. */
interface Connection extends DatabaseConnection {
  transaction: { handle: SqliteHandle; end: () => void } | undefined;
}

function sqliteDriver(path: string, changes: Engine['changes']): Driver {
  let engine: Engine;
  const of = (connection: DatabaseConnection) => connection as Connection;
  return {
    async init() {
      engine = await whileBusy(() => openEngine(path, changes));
    },
    acquireConnection: async () => connectionTo(engine),
    beginTransaction: (connection, settings) => begin(engine, of(connection), settings),
    commitTransaction: async (connection) => finish(engine, of(connection)),
    rollbackTransaction: async (connection) => rollBack(of(connection)),
    savepoint: async (connection, name) => current(of(connection)).exec(`SAVEPOINT ${quoted(name)}`),
    rollbackToSavepoint: async (connection, name) =>
      current(of(connection)).exec(`ROLLBACK TO ${quoted(name)}`),
    releaseSavepoint: async (connection, name) => current(of(connection)).exec(`RELEASE ${quoted(name)}`),
    releaseConnection: async (connection) => rollBack(of(connection)),
    destroy: () => closeEngine(engine),
  };
}

function openEngine(path: string, changes: Engine['changes']): Engine {
  const writer = openWriter(path);
  return { path, writer, reader: openReader(path), queue: writeQueue(), changes, snapshots: new Set() };
}

/** Lets the transaction that runs come to its end; the writer closes last and moves its log into the file. */
async function closeEngine(engine: Engine): Promise<void> {
  try {
    await engine.queue.take();
  } finally {
    for (const handle of engine.snapshots) handle.close();
    engine.snapshots.clear();
    engine.reader.close();
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
  if (connection.transaction) return current(connection).run<R>(query);
  if (isRead(query)) return whileBusy(() => engine.reader.run<R>(query));
  const end = await engine.queue.take();
  try {
    return await whileBusy(() => engine.writer.run<R>(query));
  } finally {
    engine.changes.count += 1;
    end();
  }
}

async function* stream<R>(
  engine: Engine,
  connection: Connection,
  query: CompiledQuery,
): AsyncIterableIterator<QueryResult<R>> {
  const own = connection.transaction ? undefined : openSnapshot(engine);
  try {
    for (const row of (own ?? current(connection)).iterate<R>(query)) yield { rows: [row] };
  } finally {
    if (own) closeSnapshot(engine, own);
  }
}

async function begin(engine: Engine, connection: Connection, settings: TransactionSettings): Promise<void> {
  if (settings.accessMode === 'read only') return beginReading(engine, connection);
  const end = await engine.queue.take();
  try {
    await whileBusy(() => engine.writer.exec('BEGIN IMMEDIATE'));
    connection.transaction = { handle: engine.writer, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** The state that the transaction sees is that of its first query, as in PostgreSQL. */
function beginReading(engine: Engine, connection: Connection): void {
  const handle = openSnapshot(engine);
  connection.transaction = { handle, end: () => closeSnapshot(engine, handle) };
  handle.exec('BEGIN');
}

function openSnapshot(engine: Engine): SqliteHandle {
  const handle = openReader(engine.path);
  engine.snapshots.add(handle);
  return handle;
}

function closeSnapshot(engine: Engine, handle: SqliteHandle): void {
  if (engine.snapshots.delete(handle)) handle.close();
}

/** @throws Error where SQLite has ended the transaction by itself: what follows must not run outside of it */
function current(connection: Connection): SqliteHandle {
  const handle = connection.transaction?.handle;
  if (!handle?.inTransaction()) throw new Error('The transaction was rolled back by the database.');
  return handle;
}

function finish(engine: Engine, connection: Connection): void {
  current(connection).exec('COMMIT');
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
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
