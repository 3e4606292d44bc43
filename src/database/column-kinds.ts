import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** The two kinds of column there are, and what ends a `create table`, in the words of one engine. */
export interface ColumnKinds {
  /** Compared byte by byte on both engines, so that lists come in the same order. */
  readonly text: RawBuilder<unknown>;
  /** 64 bits. */
  readonly integer: RawBuilder<unknown>;
  readonly tableEnd: RawBuilder<unknown>;
}

const sqlite: ColumnKinds = { text: sql`text`, integer: sql`integer`, tableEnd: sql`strict` };
const postgres: ColumnKinds = { text: sql`text collate "C"`, integer: sql`bigint`, tableEnd: sql`` };

// biome-ignore lint/suspicious/noExplicitAny: any set of tables will do
export function columnKinds(database: Kysely<any>): ColumnKinds {
  return isPostgres(database) ? postgres : sqlite;
}

// biome-ignore lint/suspicious/noExplicitAny: any set of tables will do
export function isPostgres(database: Kysely<any>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
