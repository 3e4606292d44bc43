import { DatabaseSync } from 'node:sqlite';
import { comparedLooks, type StoredState } from './compare-stored-state.ts';
import { changesOf, type Digests, unwatchedColumns, unwatchedTables } from './watched-tables.ts';

/** One connection keeps seeing what was stored before, in a transaction, and another one what is stored now. */
export async function storedInSqlite(file: string): Promise<StoredState> {
  const [before, now] = [
    new DatabaseSync(file, { readOnly: true }),
    new DatabaseSync(file, { readOnly: true }),
  ];
  const anything = before.prepare('select 1 from sqlite_master limit 1');
  const version = now.prepare('pragma data_version');
  const [then, today] = [digestsIn(before), digestsIn(now)];
  return comparedLooks({
    stamp: () => version.get()?.data_version,
    changes: () => changesOf(then(), today()),
    moveBefore: () => {
      if (before.isTransaction) before.exec('commit');
      before.exec('begin');
      // The first look decides what a transaction sees.
      anything.get();
    },
    tidy: () => {},
    close: async () => {
      before.close();
      now.close();
    },
  });
}

/** Whole tables as text are compared faster than they are hashed. */
function digestsIn(database: DatabaseSync): () => Digests {
  const names = database.prepare("select name from sqlite_master where type = 'table'").all();
  const tables = names.map(({ name }) => String(name)).filter((name) => !unwatchedTables.has(name));
  const all = database.prepare(tables.map((table) => selectOf(database, table)).join(' union all '));
  return () => new Map(all.all().map(({ name, digest }) => [String(name), String(digest)]));
}

function selectOf(database: DatabaseSync, table: string): string {
  const all = database.prepare(`select name, type from pragma_table_info('${table}')`).all();
  const columns = all
    .filter(({ name }) => !unwatchedColumns.has(`${table}.${name}`))
    .map(({ name, type }) => (type === 'BLOB' ? `hex("${name}")` : `"${name}"`));
  return `select '${table}' as name, (select json_group_array(json_array(${columns})) from "${table}") as digest`;
}
