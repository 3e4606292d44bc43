import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredState } from './compare-stored-state.ts';
import { storedInSqlite } from './stored-in-sqlite.ts';

describe('What is stored in SQLite', () => {
  let folder: string;
  let server: DatabaseSync;
  let state: StoredState;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-stored-'));
    server = new DatabaseSync(join(folder, 'a.sqlite'));
    server.exec('pragma journal_mode = wal; create table files (key text); create table events (id text)');
    state = await storedInSqlite(join(folder, 'a.sqlite'));
    await state.moveOn();
  });

  afterEach(async () => {
    await state.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('names the tables that changed since the last look, each once', async () => {
    server.exec("insert into files values ('a'); insert into events values ('1')");
    expect(await state.changes()).toEqual(['files']);
    expect(await state.changes()).toEqual([]);
  });

  it('reports nothing that was written before the last look', async () => {
    server.exec("insert into files values ('a')");
    await state.moveOn();
    server.exec("insert into events values ('1')");
    expect(await state.changes()).toEqual([]);
  });

  it('reports nothing that was written and rolled back', async () => {
    server.exec("insert into files values ('a'); delete from files");
    expect(await state.changes()).toEqual([]);
  });
});
