import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import { postgresAdapter } from '../database/postgres-adapter.ts';

const engines = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database: Kysely<never>) => new SqliteIntrospector(database),
  },
  postgres: {
    createAdapter: postgresAdapter,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database: Kysely<never>) => new PostgresIntrospector(database),
  },
} as const;

/** The statements that a change of the schema consists of on each engine, in the order in which it makes them. */
export async function statementsOf({ up }: Migration): Promise<string[]> {
  const statements: string[] = [];
  for (const engine of Object.values(engines)) {
    const database = new Kysely<never>({
      dialect: { ...engine, createDriver: () => new DummyDriver() } as Dialect,
      log: ({ query }) => void statements.push(query.sql),
    });
    await up(database);
    await database.destroy();
  }
  return statements;
}

/** What of a change a program of the version before, which knows nothing of it, would not go on with. */
export function hindrancesOf(statements: readonly string[]): string[] {
  const words = statements.map((statement) => statement.toLowerCase().replaceAll(/\s+/g, ' ').trim());
  const own = new Set(
    words.flatMap((one) => /^create table (?:if not exists )?"?(\w+)/.exec(one)?.[1] ?? []),
  );
  return words.filter((one) => !isHarmless(one, own));
}

function isHarmless(statement: string, own: ReadonlySet<string>): boolean {
  if (/^create (unlogged )?table /.test(statement)) return hinderNoDeletion(statement);
  if (/^create (index|virtual table) /.test(statement)) return true;
  // How an index of words of SQLite is kept is said by a row that is not stored.
  if (/^insert into (\w+) \(\1, rank\) /.test(statement)) return true;
  const target =
    /^(?:create unique index \S+ on|insert into|alter table) "?(\w+)/.exec(statement)?.[1] ?? 'what is there';
  return own.has(target) || /^select /.test(statement) || addsColumn(statement);
}

/** A row of a new table may not keep one from being deleted by a program that doesn't know of it. */
const hinderNoDeletion = (statement: string): boolean =>
  [...statement.matchAll(/ references ("\w+")/g)].length ===
  [...statement.matchAll(/ on delete (cascade|set null)/g)].length;

/** A program that doesn't know the column leaves it out of the rows that it makes. */
function addsColumn(statement: string): boolean {
  const added = /^alter table \S+ add column (.*)$/.exec(statement)?.[1];
  if (added === undefined || /\b(unique|references|primary key|check)\b/.test(added)) return false;
  return !added.includes('not null') || added.includes('default');
}
