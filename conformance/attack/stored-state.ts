import { join } from 'node:path';
import type { Installation } from '../harness/server.ts';
import { storedInPostgres } from './stored-in-postgres.ts';
import { storedInSqlite } from './stored-in-sqlite.ts';

/** What is stored, seen from beside the server. */
export interface StoredState {
  /** Goes on to what is stored now. Costs next to nothing. */
  moveOn(): Promise<void>;
  /** The same, and says which tables changed on the way; costs next to nothing where nothing was written. */
  changes(): Promise<readonly string[]>;
  /** Gives room back that rows had which are gone; every look at a table passes over them. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export function storedStateOf({ folder, env }: Installation): Promise<StoredState> {
  return env.DATABASE_URL === undefined
    ? storedInSqlite(join(folder, 'installation', 'vitrine.sqlite'))
    : storedInPostgres(env.DATABASE_URL);
}
