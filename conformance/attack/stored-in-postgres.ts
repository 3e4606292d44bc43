import pg from 'pg';
import { comparedLooks } from './compared-looks.ts';
import type { StoredState } from './stored-state.ts';
import { type Digests, unwatchedColumns, unwatchedTables } from './watched-tables.ts';

/** One connection keeps seeing what was stored before, in a transaction, and another one what is stored now. */
export async function storedInPostgres(connectionString: string): Promise<StoredState> {
  const [before, now] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([before.connect(), now.connect()]);
  const digests = await digestsOf(now);
  await before.query(beginning);
  return comparedLooks({
    stamp: async () => (await now.query(lastTransaction)).rows[0].stored,
    before: () => digestsIn(before, digests),
    now: () => digestsIn(now, digests),
    moveBefore: async () => void (await before.query(`commit; ${beginning}`)),
    close: async () => {
      await before.end();
      await now.end();
    },
  });
}

/** The first look decides what a transaction sees. */
const beginning = 'begin isolation level repeatable read read only; select 1';
const lastTransaction = {
  name: 'last-transaction',
  text: 'select pg_snapshot_xmax(pg_current_snapshot())::text as stored',
};

const digestsIn = async (client: pg.Client, query: string): Promise<Digests> =>
  new Map((await client.query(query)).rows.map(({ name, digest }) => [name, digest]));

/** The query for a digest of each table. */
async function digestsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select table_name as "table", string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
      where table_schema = 'public' and table_name || '.' || column_name <> all ($1) and table_name <> all ($2) group by 1`,
    [[...unwatchedColumns], [...unwatchedTables]],
  );
  return rows.map(digestOf).join(' union all ');
}

const digestOf = ({ table, columns }: { table: string; columns: string }): string =>
  `select '${table}' as name, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as digest from (select ${columns} from "${table}") r`;
