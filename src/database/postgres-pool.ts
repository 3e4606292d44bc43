import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { keptPlanOf } from './kept-plans.ts';

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
}

const poolSize = 10;
const connectLimitMs = 10_000;
const idleLimitMs = 30_000;
const statementLimitMs = 60_000;

/** Connections to PostgreSQL that are replaced where they break; what breaks with one is `DatabaseAway`. */
export function postgresPool({ url, isOurs = () => true, onConnectionLost }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'vitrine',
    max: poolSize,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: idleLimitMs,
    statement_timeout: statementLimitMs,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  });
  const broken = new WeakSet<pg.PoolClient>();
  pool.on('error', (error) => pool.ending || onConnectionLost(error));
  // One that breaks while it is used tells nobody else, and an event that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', () => broken.add(client)));
  return {
    connect: async () => {
      if (!isOurs()) throw new DatabaseAway();
      const client = await pool.connect().catch((error) => {
        throw new DatabaseAway(error);
      });
      const query = (statement: string, values: readonly unknown[]) =>
        client.query({ name: keptPlanOf(statement), text: statement, values: [...values] }).catch((error) => {
          throw broken.has(client) || isFarewell(error) ? new DatabaseAway(error) : error;
        });
      // Kysely's form for cursors is left out: nobody uses them.
      return { query: query as never, release: (destroy?: boolean) => client.release(destroy) };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** What PostgreSQL says before it closes a connection: it stops, starts, or was told to end this one. */
const isFarewell = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(57P0|08)/.test(error.code ?? '');

const int8 = 20;
const numeric = 1700;

/** Whole numbers come as numbers, as from SQLite; sums and counts are `int8` and `numeric` in PostgreSQL. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8 || oid === numeric) return safeNumber;
  return pg.types.getTypeParser(oid, format as 'text');
}

function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The number ${text} of the database is too large to be exact.`);
  }
  return value;
}
