import pg from 'pg';
import { comparedLooks, type StoredState } from './compare-stored-state.ts';
import { changesOf, type Digests, differing, unwatchedColumns, unwatchedTables } from './watched-tables.ts';

/** One connection keeps seeing what was stored before, in a transaction, and another one what is stored now. */
export async function storedInPostgres(connectionString: string): Promise<StoredState> {
  const [before, now] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([before.connect(), now.connect()]);
  const tables = await watchedTables(now);
  await countWrites(now, tables);
  await before.query(beginning);
  return comparedLooks({
    stamp: async () => (await now.query(writesSoFar)).rows[0].writes,
    changes: async () => {
      const written = differing(await writersIn(before, tables), await writersIn(now, tables));
      const chosen = tables.filter(({ name }) => written.includes(name));
      return changesOf(await digestsIn(before, chosen), await digestsIn(now, chosen));
    },
    moveBefore: async () => void (await before.query(`commit; ${beginning}`)),
    tidy: async () => void (await now.query('vacuum')),
    close: async () => {
      await before.end();
      await now.end();
    },
  });
}

/** The first look decides what a transaction sees. */
const beginning = 'begin isolation level repeatable read read only; select 1';
const writesSoFar = { name: 'writes', text: 'select last_value as writes from attack_writes' };

/**
 * Has the database count the statements that write into tables that count. By itself it tells only that somebody
 * wrote something into any of its databases, as tests beside this one do all the time.
 */
async function countWrites(client: pg.Client, tables: readonly WatchedTable[]): Promise<void> {
  await client.query('create sequence if not exists attack_writes');
  // Before its first number it says the same as with it.
  await client.query("select nextval('attack_writes')");
  await client.query(
    `create or replace function attack_count_write() returns trigger language plpgsql as
       $$ begin perform nextval('attack_writes'); return null; end $$`,
  );
  for (const { name } of tables)
    await client.query(
      `create or replace trigger attack_write after insert or update or delete on "${name}"
         for each statement execute function attack_count_write()`,
    );
}

interface WatchedTable {
  readonly name: string;
  /** Those that count, for a list of them. */
  readonly columns: string;
}

async function watchedTables(client: pg.Client): Promise<readonly WatchedTable[]> {
  const { rows } = await client.query<WatchedTable>(
    `select table_name as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
      where table_schema = 'public' and table_name || '.' || column_name <> all ($1) and table_name <> all ($2) group by 1`,
    [[...unwatchedColumns], [...unwatchedTables]],
  );
  return rows;
}

/** Which transactions wrote the rows of each table: told in a fraction of the time that the rows themselves take. */
const writersIn = (client: pg.Client, tables: readonly WatchedTable[]): Promise<Digests> =>
  foundIn(client, 'writers', tables.map(writersOf).join(' union all '));

const writersOf = ({ name }: WatchedTable): string =>
  `select '${name}' as name, concat(count(*), ' ', sum(hashtext(xmin::text))) as found from "${name}"`;

async function digestsIn(client: pg.Client, tables: readonly WatchedTable[]): Promise<Digests> {
  const digests = new Map<string, string>();
  for (const table of tables)
    for (const [name, digest] of await foundIn(client, `rows of ${table.name}`, digestOf(table)))
      digests.set(name, digest);
  return digests;
}

const digestOf = ({ name, columns }: WatchedTable): string =>
  `select '${name}' as name, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as found from (select ${columns} from "${name}") r`;

/** A query that keeps its plan, which takes longer to make than its answer. */
const foundIn = async (client: pg.Client, name: string, text: string): Promise<Digests> =>
  new Map((await client.query({ name, text })).rows.map((row) => [row.name, row.found]));
