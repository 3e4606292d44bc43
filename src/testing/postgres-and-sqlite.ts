import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open-database.ts';
import { copySqliteInto } from './copied-sqlite.ts';
import { createEmptyPostgresDatabase, createPostgresDatabase, postgresMissing } from './postgres-database.ts';

/** Opens an empty database of its own at every call; all are closed and removed when the suite ends. */
export interface OpenEmpty {
  (): Promise<OpenDatabase>;
  /** Opens one that has its tables, where these need not be made for it. */
  copied(): Promise<OpenDatabase>;
}

/** Runs the suite on SQLite and on PostgreSQL; without a PostgreSQL the title says why it is left out. */
export function onBothEngines(title: string, suite: (openEmpty: OpenEmpty) => void): void {
  const engines = {
    sqlite: { empty: () => openSqliteInTemp(), copied: () => openSqliteInTemp(copySqliteInto) },
    postgres: {
      empty: () => openPostgresInTemp(createEmptyPostgresDatabase),
      copied: () => openPostgresInTemp(createPostgresDatabase),
    },
  };
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
  const opened = await openEmpty.copied();
  await migrate(opened.database);
  return opened;
}

/** A SQLite database with its tables made, for a test that closes and removes it itself. */
export async function openSqliteForTest(): Promise<OpenDatabase & { remove(): Promise<void> }> {
  const { opened, remove } = await openSqliteInTemp(copySqliteInto);
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

function opener(open: Readonly<Record<'empty' | 'copied', () => Promise<Temporary>>>): OpenEmpty {
  const all: Temporary[] = [];
  afterAll(async () => {
    for (const { opened, remove } of all) {
      await opened.close();
      await remove();
    }
  });
  const keep = async (temporary: Temporary) => {
    all.push(temporary);
    return temporary.opened;
  };
  return Object.assign(async () => keep(await open.empty()), {
    copied: async () => keep(await open.copied()),
  });
}

async function openSqliteInTemp(fill?: (folder: string) => void): Promise<Temporary> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-database-'));
  fill?.(folder);
  return { opened: await openDatabase({ folder }), remove: () => rmSync(folder, { recursive: true }) };
}

async function openPostgresInTemp(create: typeof createPostgresDatabase): Promise<Temporary> {
  const { url, drop } = await create();
  return { opened: await openDatabase({ url, folder: tmpdir() }), remove: drop };
}
