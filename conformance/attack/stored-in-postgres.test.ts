import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../harness/postgres-database.ts';
import type { StoredState } from './compare-stored-state.ts';
import { storedInPostgres } from './stored-in-postgres.ts';

const postgres = inject('engines').flatMap((engine) =>
  'missing' in engine || engine.postgres === undefined ? [] : [engine.postgres],
)[0];

describe.skipIf(postgres === undefined)('What is stored in PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let server: pg.Client;
  let state: StoredState;

  beforeEach(async () => {
    database = await createDatabase(postgres ?? '');
    server = new pg.Client({ connectionString: database.url });
    await server.connect();
    await server.query(
      'create table files (key text) with (autovacuum_enabled = off); create table events (id text); create table tokens (id text, last_used_at int)',
    );
    await server.query("insert into files values ('old'); insert into tokens values ('1', 1)");
    state = await storedInPostgres(database.url);
    await state.moveOn();
  });

  afterEach(async () => {
    await state.close();
    await server.end();
    await database.drop();
  });

  it.each([
    ['adds a row', "insert into files values ('a')"],
    ['changes a row', "update files set key = 'new'"],
    ['removes a row', 'delete from files'],
    ['puts another row in the place of one', "delete from files; insert into files values ('new')"],
  ])('names the tables in which a statement %s, each once', async (_what, statement) => {
    await server.query(`${statement}; insert into events values ('1')`);
    expect(await state.changes()).toEqual(['files']);
    expect(await state.changes()).toEqual([]);
  });

  it('takes no more room for rows that are gone, once it is tidied, and tells of changes as before', async () => {
    const sizeBytes = async () =>
      (await server.query("select pg_table_size('files')::int as size")).rows[0].size;
    const writeAnew = () =>
      server.query("delete from files; insert into files select 'old' from generate_series(1, 5000)");
    await writeAnew();
    const grownBytes = async () => {
      await state.moveOn();
      await state.tidy();
      const before = await sizeBytes();
      await writeAnew();
      return (await sizeBytes()) - before;
    };
    // Without tidying it grows with every turn; with it, only until no transaction of any database there is older.
    await expect.poll(grownBytes, { timeout: 90_000, interval: 250 }).toBeLessThanOrEqual(0);
    await server.query("insert into files values ('a')");
    expect(await state.changes()).toEqual(['files']);
  });

  it('reports nothing that was written before the last look', async () => {
    await server.query("insert into files values ('a')");
    await state.moveOn();
    await server.query("insert into events values ('1')");
    expect(await state.changes()).toEqual([]);
  });

  it.each([
    ['written and taken back', "insert into files values ('a'); delete from files where key = 'a'"],
    ['written as it was', "delete from files; insert into files values ('old')"],
    ['written into columns that do not count', 'update tokens set last_used_at = 2'],
  ])('reports nothing that was %s', async (_what, statements) => {
    await server.query(statements);
    expect(await state.changes()).toEqual([]);
  });
});
