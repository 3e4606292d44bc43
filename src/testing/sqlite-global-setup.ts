import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../database/migrate.ts';
import { openDatabase, sqliteFileName } from '../database/open-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of a SQLite database that has its tables and nothing in them; to copy it takes a fifth of making one. */
    migratedSqlite: string;
  }
}

let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-tables-'));
  const { database, close } = await openDatabase({ folder });
  await migrate(database);
  await close();
  project.provide('migratedSqlite', join(folder, sqliteFileName));
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
