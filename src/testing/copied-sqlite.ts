import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { sqliteFileName } from '../database/open-database.ts';
import type {} from './sqlite-global-setup.ts';

/** Puts a database with its tables into a data folder, where the run has one to copy. */
export function copySqliteInto(folder: string): void {
  const migrated: string | undefined = inject('migratedSqlite');
  if (migrated !== undefined) copyFileSync(migrated, join(folder, sqliteFileName));
}
