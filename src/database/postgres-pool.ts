import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { BeingRestored } from './being-restored.ts';
import { changeBeginning, isChangeBeginning } from './change-beginning.ts';
import { countConnectionWait } from './database-counts.ts';
import { forgetPlanOf, isPlanOfOldTables, keptPlanOf } from './kept-plans.ts';
import { livingClients, type Probe } from './living-clients.ts';
import { postgresAdapter } from './postgres-adapter.ts';
import { repeatedAlone } from './repeated.ts';
import type { Tables } from './tables.ts';

/** The database cannot be asked at the moment. A change that was under way may have been made or not. */
export class DatabaseAway extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached at the moment. Try again in a while.', { cause });
    this.name = 'DatabaseAway';
  }
}

export interface PoolOptions {
  readonly url: string;
  /** False while another server could take the database: nothing is asked then. */
  readonly isOurs?: (() => boolean) | undefined;
  /** Called when PostgreSQL ends a connection that nobody uses. */
  readonly onConnectionLost: (error: Error) => void;
  /** The most there are at the same time. */
  readonly connections?: number | undefined;
  /** A pooler lends connections from one transaction to the next: nothing may be left on one. */
  readonly isBehindPooler?: boolean | undefined;
  /** How long an answer is waited for, also of a database that has gone without a word. */
  readonly answersWithinMs?: number | undefined;
  /** Of connections that were idle. */
  readonly probe?: Probe | undefined;
  /** How long a transaction may stand still before the database ends it. */
  readonly standstillMs?: number | undefined;
}

export const usualConnections = 10;
const connectLimitMs = 10_000;
const idleLimitMs = 30_000;
const statementLimitMs = 60_000;
/** The database ends a statement sooner than the driver gives it up, where it is there. */
const usualPatienceMs = statementLimitMs + 10_000;
/** As long as a process counts as alive that says nothing: one that is frozen keeps what it has locked no longer. */
const usualStandstillMs = 30_000;

/** Begins a transaction that may take as long as it likes. */
export const withoutLimit = 'set local statement_timeout = 0';
/** Begins one that waits for others between its statements, and locks nothing. */
export const mayStandStill = 'set local idle_in_transaction_session_timeout = 0';

/**
 * Connections to PostgreSQL that are replaced where they break; what breaks with one is `DatabaseAway`.
 * @param driver read by whoever opens PostgreSQL: the embedded database does without its megabytes
 */
export function postgresPool(driver: typeof pg, options: PoolOptions): PostgresPool {
  const { isOurs = () => true, onConnectionLost, isBehindPooler = false } = options;
  const limitMs = isBehindPooler ? (options.standstillMs ?? usualStandstillMs) : undefined;
  const { answersWithinMs = isBehindPooler ? statementLimitMs : usualPatienceMs } = options;
  const pool = openPool(driver, options);
  const broken = new WeakSet<pg.PoolClient>();
  const clients = livingClients(() => connectOf(pool), options.probe);
  pool.on('error', (error) => pool.ending || onConnectionLost(error));
  // One that breaks while it is used tells nobody else, and an event that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', () => broken.add(client)));
  return {
    connect: async () => {
      if (!isOurs()) throw new DatabaseAway();
      const client = await clients.lend().catch((error) => {
        throw new DatabaseAway(error);
      });
      let patienceMs: number | undefined = answersWithinMs;
      let isOfTransaction = false;
      let isOfChange = false;
      const ask = async (statement: string, values: readonly unknown[]) => {
        // Behind one that was given up everything else would wait.
        if (broken.has(client)) throw new DatabaseAway();
        if (statement === withoutLimit) patienceMs = undefined;
        const name = isBehindPooler ? undefined : keptPlanOf(statement, isOfChange);
        const text = isBeginning(statement) ? beginning(statement, limitMs) : statement;
        const asked = { name, text, values: [...values], query_timeout: patienceMs };
        return client.query(asked);
      };
      const query = (statement: string, values: readonly unknown[]) => {
        isOfTransaction ||= isBeginning(statement);
        isOfChange ||= isChangeBeginning(statement);
        const once = () =>
          ask(statement, values).catch((error) => askAnew(error, statement, () => ask(statement, values)));
        return (isOfTransaction ? once() : repeatedAlone(once)).catch(async (error) => {
          if (isChangeBeginning(statement) && isLocked(error)) {
            await client.query('rollback').catch(() => broken.add(client));
            throw new BeingRestored(error);
          }
          if (isOvertime(error) || isBeginning(statement)) broken.add(client);
          throw broken.has(client) || isFarewell(error) ? new DatabaseAway(error) : error;
        });
      };
      const release = (destroy?: boolean) => {
        clients.rest(client);
        client.release(destroy || broken.has(client));
      };
      // Kysely's form for cursors is left out: nobody uses them.
      return { query: query as never, release };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** One that is free or can be made, else the next that is given back. */
async function connectOf(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.idleCount > pool.waitingCount || pool.totalCount < pool.options.max) return pool.connect();
  const startedAt = performance.now();
  return pool.connect().finally(() => countConnectionWait(performance.now() - startedAt));
}

const isBeginning = (statement: string): boolean => /^(begin|start transaction)\b/i.test(statement);

/** All that a transaction begins with, asked at once. */
const beginning = (statement: string, limitMs: number | undefined): string =>
  [
    statement,
    ...(limitMs === undefined ? [] : [`set local idle_in_transaction_session_timeout = ${limitMs}`]),
    ...(isChangeBeginning(statement) ? changeBeginning : []),
  ].join('; ');

/**
 * A pooler refuses limits that belong to the session: there the driver alone counts for statements, and transactions
 * have theirs from their beginning.
 */
function openPool(driver: typeof pg, options: PoolOptions): pg.Pool {
  const { url, connections = usualConnections, isBehindPooler } = options;
  const limits = {
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: options.standstillMs ?? usualStandstillMs,
  };
  return new driver.Pool({
    connectionString: url,
    application_name: 'vitrine',
    max: connections,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: idleLimitMs,
    ...(isBehindPooler ? {} : limits),
    keepAlive: true,
    types: { getTypeParser: typeParserOf(driver) },
  });
}

/**
 * Asks once more, with a new plan, where a table was changed since the plan was made. Within a transaction that one is
 * lost, and has to be made anew.
 */
async function askAnew<T>(error: unknown, statement: string, ask: () => Promise<T>): Promise<T> {
  if (!isPlanOfOldTables(error)) throw error;
  forgetPlanOf(statement);
  return ask().catch((failure) => {
    throw (failure as { code?: string }).code === lostTransaction ? error : failure;
  });
}

const lostTransaction = '25P02';

/** What was to be locked at once, or within a limit, others have or wait for. */
export const isLocked = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/** What the driver says where a statement took too long; the connection is at it still. */
const isOvertime = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** A connection that is open already, as a database that cannot be closed by it. */
export function databaseOver(client: pg.Client): Kysely<Tables> {
  const query = (statement: string, values: readonly unknown[]) => client.query(statement, [...values]);
  const connection = { query: query as never, release: () => undefined };
  const pool: PostgresPool = { connect: async () => connection, end: async () => undefined, options: {} };
  return new Kysely<Tables>({ dialect: postgresDialect(pool) });
}

/** How PostgreSQL is spoken to, by these connections. */
export function postgresDialect(pool: PostgresPool): PostgresDialect {
  return Object.assign(new PostgresDialect({ pool }), { createAdapter: postgresAdapter });
}

/**
 * What PostgreSQL says before it closes a connection (it stops, starts, was told to end this one, or has waited too
 * long), and where it ended a statement that took too long, as one that waited for a restore.
 */
const isFarewell = (error: unknown): boolean =>
  error instanceof Error && /^(57P0|08|25P03|57014)/.test((error as pg.DatabaseError).code ?? '');

const int8 = 20;
const numeric = 1700;

/** Whole numbers come as numbers, as from SQLite; sums and counts are `int8` and `numeric` in PostgreSQL. */
const typeParserOf =
  ({ types }: typeof pg) =>
  (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8 || oid === numeric) return safeNumber;
    return types.getTypeParser(oid, format as 'text');
  };

function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The number ${text} of the database is too large to be exact.`);
  }
  return value;
}
