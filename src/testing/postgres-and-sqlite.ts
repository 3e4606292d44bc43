import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open-database.ts';
import { createPostgresDatabase, postgresMissing } from './postgres-database.ts';

/** Opens an empty database of its own at every call; all are closed and removed when the suite ends. */
export type OpenEmpty = () => Promise<OpenDatabase>;

/** Runs the suite on SQLite and on PostgreSQL; without a PostgreSQL the title says why it is left out. */
export function onBothEngines(title: string, suite: (openEmpty: OpenEmpty) => void): void {
  const engines = { sqlite: openSqliteInTemp, postgres: openPostgresInTemp };
  withEachEngine(title, engines, (open) => suite(opener(open)));
}

/** The same with what stands for each engine. */
export function withEachEngine<T>(
  title: string,
  { sqlite, postgres }: Readonly<Record<'sqlite' | 'postgres', T>>,
  suite: (engine: T) => void,
): void {
  describe(`${title} on SQLite`, () => suite(sqlite));
  const missing = postgresMissing();
  const note = missing ? ` (left out: ${missing})` : '';
  describe.skipIf(missing)(`${title} on PostgreSQL${note}`, () => suite(postgres));
}

/** As `OpenEmpty`, with the tables made. */
export async function openMigrated(openEmpty: OpenEmpty): Promise<OpenDatabase> {
  const opened = await openEmpty();
  await migrate(opened.database);
  return opened;
}

/** A SQLite database with its tables made, for a test that closes and removes it itself. */
export async function openSqliteForTest(): Promise<OpenDatabase & { remove(): Promise<void> }> {
  const { opened, remove } = await openSqliteInTemp();
  await migrate(opened.database);
  const end = async () => {
    await opened.close();
    await remove();
  };
  return { ...opened, remove: end };
}

interface Temporary {
  opened: OpenDatabase;
  remove(): void | Promise<void>;
}

function opener(open: () => Promise<Temporary>): OpenEmpty {
  const all: Temporary[] = [];
  afterAll(async () => {
    for (const { opened, remove } of all) {
      await opened.close();
      await remove();
    }
  });
  return async () => {
    const temporary = await open();
    all.push(temporary);
    return temporary.opened;
  };
}

async function openSqliteInTemp(): Promise<Temporary> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-database-'));
  return { opened: await openDatabase({ folder }), remove: () => rmSync(folder, { recursive: true }) };
}

async function openPostgresInTemp(): Promise<Temporary> {
  const { url, drop } = await createPostgresDatabase();
  return { opened: await openDatabase({ url, folder: tmpdir() }), remove: drop };
}
