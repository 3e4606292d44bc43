import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';
import { runScript } from '../testing/postgres-script.ts';
import { InUse } from './folder-lock.ts';
import { lockPostgres } from './postgres-lock.ts';

const module = JSON.stringify(new URL('./postgres-lock.ts', import.meta.url).href);
const missing = postgresMissing();

describe.skipIf(missing)(
  `The lock of a PostgreSQL database${missing ? ` (left out: ${missing})` : ''}`,
  () => {
    let database: PostgresDatabase;
    beforeEach(async () => {
      database = await createPostgresDatabase();
    });
    afterEach(() => database.drop());

    /** The lock, and what is told of it in that order. */
    async function lock(patienceMs = 20_000) {
      const told: string[] = [];
      const held = await lockPostgres(database.url, {
        onLost: () => told.push('lost'),
        onTakenAgain: () => told.push('taken again'),
        onGivenUp: (error) => told.push(error.message),
        patienceMs,
      });
      return { ...held, told };
    }

    test('keeps a second server out, until it is released', async () => {
      const first = await lock();
      const refusal = await lock().catch((error) => error);
      expect(refusal).toBeInstanceOf(InUse);
      expect(refusal.message).toContain('PostgreSQL database is in use by another Vitrine server');
      await first.release();
      const second = await lock();
      await second.release();
      expect([...first.told, ...second.told]).toEqual([]);
    });

    test('ends with a process that is killed', async () => {
      const other = runScript(`
      import { lockPostgres } from ${module};
      await lockPostgres(${JSON.stringify(database.url)}, {});
      console.log('locked');
      setInterval(() => {}, 1000);
    `);
      await other.said('locked');
      await other.kill();
      await (await lock()).release();
    });

    test('is taken again after its connection broke', async () => {
      const held = await lock();
      await database.breakConnections();
      await expect.poll(() => held.told).toEqual(['lost', 'taken again']);
      expect(held.isHeld()).toBe(true);
      await expect(lock()).rejects.toThrow(InUse);
      await held.release();
    });

    test('is given up where another server has it by then', async () => {
      const held = await lock();
      await database.breakConnections();
      const other = await lock();
      await expect.poll(() => held.told).toHaveLength(2);
      expect(held.told[1]).toContain('in use by another Vitrine server');
      expect(held.isHeld()).toBe(false);
      await other.release();
    });

    test('is given up where the database does not come back', async () => {
      const held = await lock(400);
      await database.drop();
      await expect.poll(() => held.told).toEqual(['lost', expect.stringContaining('does not exist')]);
      expect(held.isHeld()).toBe(false);
    });
  },
);
