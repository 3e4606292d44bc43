import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { variablesShelves } from '../content/variables-shelves.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import { randomIds } from '../ids.ts';
import { onBothEngines, openMigrated, openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { insertTeamFiles, insertWebhookTeam } from '../testing/webhook-team.ts';
import { applyChanges } from '../variables/apply-changes.ts';
import { ChangeOvertaken, changeVariables } from './variables-state-store.ts';

const key = fileKeyOf('file');
let opened: Awaited<ReturnType<typeof openSqliteForTest>>;
beforeAll(async () => {
  opened = await openSqliteForTest();
  await insertFile(opened.database);
});
afterAll(() => opened.remove());

async function insertFile(database: Kysely<Tables>): Promise<void> {
  await insertWebhookTeam(database);
  await insertTeamFiles(database, [key]);
}

it('A change of variables that is overtaken each time it is made ends with an error, and yields', async () => {
  const context = { database: opened.database, variables: variablesShelves(), ids: randomIds };
  let tries = 0;
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  const change = changeVariables(context, key, {
    look: async () => {},
    work: async (state, newId) => {
      const changes = { variableCollections: [{ action: 'CREATE', name: 'Theme' }] };
      const applied = applyChanges(state, changes, { newId, newKey: randomIds.libraryKey });
      if ('problems' in applied) throw new Error('The change is a good one.');
      return { state: applied.state, result: undefined };
    },
    also: async () => {
      tries += 1;
      // Without a bound this would go on until the test's time is over, and no timer would see that it is.
      if (tries > 1000) throw new Error('The change was tried a thousand times.');
      throw new ChangeOvertaken();
    },
  });
  await expect(change).rejects.toThrow(/overtaken each time/);
  clearInterval(count);
  expect(tries).toBeGreaterThan(20);
  expect(turns).toBeGreaterThan(0);
});

onBothEngines('A change of variables', (openEmpty) => {
  it('that another process overtakes again and again is made after some rounds', async (test) => {
    const { database } = await openMigrated(openEmpty);
    if (!isPostgres(database)) return test.skip('SQLite has one process');
    await insertFile(database);
    const context = { database, variables: variablesShelves(), ids: randomIds };
    let tries = 0;
    const overtake = () =>
      database.updateTable('variable_files').set({ revision: randomIds.secret() }).execute();
    const change = (name: string, work: () => Promise<unknown>) =>
      changeVariables(context, key, {
        look: async () => {},
        work: async (state, newId) => {
          await work();
          const changes = { variableCollections: [{ action: 'CREATE', name }] };
          const applied = applyChanges(state, changes, { newId, newKey: randomIds.libraryKey });
          if ('problems' in applied) throw new Error('The change is a good one.');
          return { state: applied.state, result: undefined };
        },
      });
    await change('Theme', async () => undefined);
    await change('Brand', async () => {
      tries += 1;
      await Promise.race([overtake(), sleep(300)]);
    });
    expect(tries).toBeLessThan(12);
  });
});
