import { expect, it } from 'vitest';
import { findApp } from '../apps/apps-store.ts';
import { randomIds as ids } from '../ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { issueAccessToken } from './issue-token.ts';

onBothEngines('Access tokens', (openEmpty) => {
  it('[SCOPE-02] hold no scope that the app gave up after it called', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const { client_id } = await database.selectFrom('apps').select('client_id').executeTakeFirstOrThrow();
    const { id: userId } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const scopes = ['file_content:read', 'file_metadata:read'];
    const configure = async (given: readonly string[]) => {
      const configuration = JSON.stringify({ name: 'App', scopes: given });
      await database.updateTable('apps').set({ configuration, approved: null }).execute();
    };
    await configure(scopes);
    const app = await findApp(database, client_id);
    if (app === undefined) throw new Error('There is no app.');
    await configure(scopes.slice(0, 1));
    await issueAccessToken(database, { ids, clock: { now: () => 0 } }, { app, userId, scopes });
    const issued = await database
      .selectFrom('tokens')
      .select('scopes')
      .where('app_id', '=', client_id)
      .where('user_id', '=', userId)
      .execute();
    expect(issued.map((token) => JSON.parse(token.scopes))).toEqual([['file_content:read']]);
  });
});
