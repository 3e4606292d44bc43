import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, schemaVersion } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer } from '../testing/test-server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-migrate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const vitrine = (...args: string[]) =>
  runVitrine(['migrate', ...args], { cwd: folder, env: { VITRINE_DATA: folder } });

/** Makes the database of the folder and takes or adds marks of changes that were made. */
async function madeWith(change: { forget?: string; note?: string }): Promise<void> {
  const { database, close } = await openDatabase({ folder });
  await migrate(database);
  const marks = 'kysely_migration' as never;
  if (change.forget !== undefined)
    await database
      .deleteFrom(marks)
      .where('name' as never, '=', change.forget as never)
      .execute();
  if (change.note !== undefined)
    await database
      .insertInto(marks)
      .values({ name: change.note, timestamp: '2099-01-01T00:00:00.000Z' } as never)
      .execute();
  await close();
}

describe('vitrine migrate', () => {
  it('brings a database to the schema of its version, and says so', async () => {
    const { code, stdout } = await vitrine();
    expect([code, stdout]).toEqual([
      0,
      `The database has the schema "${schemaVersion}".\nIt is that of this version.\n`,
    ]);
    expect((await vitrine('--json')).json).toEqual({
      schema: schemaVersion,
      pending: [],
      waiting: [],
      unknown: [],
      fits: true,
    });
  });

  it('says with --status what it would do, ends with 1 then, and does nothing', async () => {
    await madeWith({ forget: '0025-moved-places' });
    for (let look = 0; look < 2; look += 1) {
      const { code, stdout } = await vitrine('--status');
      expect([code, stdout]).toEqual([1, expect.stringContaining('To be made: 0025-moved-places.\n')]);
    }
    expect((await vitrine()).code).toBe(0);
    expect((await vitrine('--status')).code).toBe(0);
  });

  it('leaves alone what a newer version has added, and refuses where that took away what it needs', async () => {
    await madeWith({ note: '9001-colour' });
    const { code, stdout } = await vitrine();
    expect([code, stdout]).toEqual([0, expect.stringContaining('Made by a newer version: 9001-colour.\n')]);
    await madeWith({ note: '9002-after-9001-colour' });
    const look = await vitrine('--status');
    expect([look.code, look.stdout]).toEqual([1, expect.stringContaining('it does not start on it')]);
    const refused = await vitrine();
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('newer version')]);
  });

  it('is refused while a server has the folder, and finds nothing to look at where there is none', async () => {
    const absent = await vitrine('--status');
    expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining('holds no installation')]);
    const server = await startTestServer({ folder });
    const { code, stderr } = await vitrine();
    await server.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining('in use')]);
  });
});
