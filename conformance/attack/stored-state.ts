import { join } from 'node:path';
import type { Installation } from '../harness/server.ts';
import type { StoredState } from './compare-stored-state.ts';
import { storedInPostgres } from './stored-in-postgres.ts';
import { storedInSqlite } from './stored-in-sqlite.ts';

export function storedStateOf({ folder, env }: Installation): Promise<StoredState> {
  return env.DATABASE_URL === undefined
    ? storedInSqlite(join(folder, 'installation', 'vitrine.sqlite'))
    : storedInPostgres(env.DATABASE_URL);
}
