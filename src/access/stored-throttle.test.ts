import { tmpdir } from 'node:os';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';
import { storedThrottle } from './stored-throttle.ts';

const missing = postgresMissing();
describe.skipIf(missing)(`Tries at several limits${missing ? ` (left out: ${missing})` : ''}`, () => {
  let postgres: PostgresDatabase;
  let database: Kysely<Tables>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    postgres = await createPostgresDatabase();
    ({ database, close } = await openDatabase({ url: postgres.url, folder: tmpdir() }));
  });
  afterAll(async () => {
    await close?.();
    await postgres?.drop();
  });

  const limit = { most: 5, pauseMs: 60_000 };
  const anybodyWaits = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`.execute(database);
    return rows.length > 0;
  };

  it.each([
    ['some', ['account', 'address']],
    ['the other', ['address', 'account']],
  ])(
    'wait for one another in one order, and so never for each other, where they come in %s order',
    async (_order, keys) => {
      const throttle = storedThrottle({ database, now: () => 1_000_000 }, () =>
        keys.map((key) => ({ key, ...limit })),
      );
      await throttle.take('first');
      const rows = await database.selectFrom('rate_buckets').select('key').execute();
      const [foremost, last] = rows.map(({ key }) => key).sort();
      let next: Promise<number | undefined> | undefined;
      await database.transaction().execute(async (other) => {
        const lock = (key?: string) =>
          sql`select 1 from rate_buckets where key = ${key} for update nowait`.execute(other);
        await lock(foremost);
        next = throttle.take('next');
        while (!(await anybodyWaits())) await afterOthers();
        // Whoever waits for the first holds none of those behind it.
        await lock(last);
      });
      expect(await next).toBeUndefined();
    },
  );
});
