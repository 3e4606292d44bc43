import { expect, test } from 'vitest';
import type { OrganizationId, TeamId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { planOfTeam } from '../webhooks/webhook-counts-store.ts';
import { refusalOf } from './app.ts';

const overtaken = [503, '1'];

onBothEngines('What others took away in between', (openEmpty) => {
  const refusalAnswer = async (work: Promise<unknown>) => {
    const { status, headers } = refusalOf(
      await work.then(
        () => new Error('done'),
        (error) => error,
      ),
    );
    return [status, headers['retry-after']];
  };

  test('and a new row names is a 503 that says when to try again', async () => {
    const { database } = await openMigrated(openEmpty);
    const organization_id = '2' as OrganizationId;
    const team = { id: '1' as TeamId, organization_id, name: 'A', created_at: 1, archived_at: null };
    const change = inTransaction(database, (transaction) =>
      transaction.insertInto('teams').values(team).execute(),
    );
    expect(await refusalAnswer(change)).toEqual(overtaken);
  });

  test('and was known to be there is the same', async () => {
    const { database } = await openMigrated(openEmpty);
    const user = database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(await refusalAnswer(user)).toEqual(overtaken);
    expect(await refusalAnswer(planOfTeam(database, '1' as TeamId))).toEqual(overtaken);
  });
});

test('A change that met others time and again is the same', () => {
  const { status, headers } = refusalOf(Object.assign(new Error('ended'), { code: '40001' }));
  expect([status, headers['retry-after']]).toEqual(overtaken);
});
