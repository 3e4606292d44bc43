import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Installation } from '../harness/server.ts';

/** What is stored, seen from beside the server. */
export interface StoredState {
  /** Another text whenever something may have been written since; costs next to nothing. */
  stamp(): Promise<string>;
  /** What each table holds, or a digest of it, that a refusal must leave alone. */
  digests(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

/** Logs, limits and what follows from changes some time later. */
const unwatchedTables = new Set([
  ...['request_log', 'rate_buckets', 'deliveries', 'delivery_attempts', 'quiet_files', 'events', 'renders'],
  ...['uncounted_versions', 'unread_versions', 'settings', 'library_uses'],
]);
/** When something was last used; and of a file's variables all but what they were settled for. */
const unwatchedColumns = new Set([
  ...['tokens.last_used_at', 'identities.last_used_at', 'sessions.last_seen_at'],
  ...['variable_files.revision', 'variable_files.next_number', 'variable_files.collection_ids'],
]);
/**
 * References of variables to documents and libraries are settled at the first look, whatever comes of it: then
 * this changes, and nothing is said of the tables that begin like it.
 */
const settled = 'variable_files';
const settledTables = /^variable_/;

/** The tables that differ. */
export function changesOf(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const changed = [...after]
    .filter(([table, digest]) => before.get(table) !== digest)
    .map(([table]) => table);
  return changed.includes(settled) ? changed.filter((table) => !settledTables.test(table)) : changed;
}

export function storedStateOf({ folder, env }: Installation): Promise<StoredState> | StoredState {
  return env.DATABASE_URL === undefined
    ? sqliteState(join(folder, 'installation', 'vitrine.sqlite'))
    : postgresState(env.DATABASE_URL);
}

function sqliteState(file: string): StoredState {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database.prepare("select name from sqlite_master where type = 'table'").all();
  const tables = names.map(({ name }) => String(name)).filter((name) => !unwatchedTables.has(name));
  const select = (table: string): string => {
    const all = database.prepare(`select name, type from pragma_table_info('${table}')`).all();
    const columns = all
      .filter(({ name }) => !unwatchedColumns.has(`${table}.${name}`))
      .map(({ name, type }) => (type === 'BLOB' ? `hex("${name}")` : `"${name}"`));
    return `select '${table}' as name, (select json_group_array(json_array(${columns})) from "${table}") as digest`;
  };
  const digests = database.prepare(tables.map(select).join(' union all '));
  const version = database.prepare('pragma data_version');
  return {
    stamp: async () => String(version.get()?.data_version),
    digests: async () => new Map(digests.all().map(({ name, digest }) => [String(name), String(digest)])),
    close: async () => database.close(),
  };
}

async function postgresState(connectionString: string): Promise<StoredState> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    `select table_name as "table", string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
      where table_schema = 'public' and table_name || '.' || column_name <> all ($1) and table_name <> all ($2) group by 1`,
    [[...unwatchedColumns], [...unwatchedTables]],
  );
  const digest = ({ table, columns }: { table: string; columns: string }) =>
    `select '${table}' as name, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as digest from (select ${columns} from "${table}") r`;
  const digests = rows.map(digest).join(' union all ');
  return {
    stamp: async () =>
      (await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as stamp')).rows[0].stamp,
    digests: async () =>
      new Map((await client.query(digests)).rows.map(({ name, digest }) => [name, digest])),
    close: () => client.end(),
  };
}
