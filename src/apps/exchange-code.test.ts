import { expect, it } from 'vitest';
import { findCallerUser } from '../access/caller-store.ts';
import type { AnonymousChange, Change } from '../change.ts';
import { randomIds as ids } from '../ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { allowApp } from './allow-app.ts';
import { exchangeCode } from './exchange-code.ts';

const redirectUri = 'https://app.example/callback';

onBothEngines('A code', (openEmpty) => {
  it('[OAUTH-48, LIM-07] is exchanged within 30 seconds and not after them', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const { client_id: clientId } = await database
      .selectFrom('apps')
      .select('client_id')
      .executeTakeFirstOrThrow();
    const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const configuration = JSON.stringify({
      name: 'App',
      scopes: ['file_content:read'],
      redirect_urls: [redirectUri],
    });
    await database
      .updateTable('apps')
      .set({ configuration, approved: null, creator_id: id, team_id: null, state: 'private' })
      .execute();
    await database.updateTable('users').set({ installation_admin: 1 }).where('id', '=', id).execute();
    const user = await findCallerUser(database, id);
    const at = (time: number) => ({ transaction: database, at: time, by: { user }, context: { ids } });
    const exchangedAfter = async (ms: number) => {
      const allowed = at(1000) as unknown as Change;
      const code = await allowApp(allowed, { clientId, redirectUri, scopes: [], codeChallenge: undefined });
      const change = at(1000 + ms) as unknown as AnonymousChange;
      return exchangeCode(change, { clientId, code, redirectUri, codeVerifier: undefined });
    };
    expect(await exchangedAfter(29_999)).toMatchObject({ accessToken: expect.any(String) });
    expect(await exchangedAfter(30_000)).toEqual({ refusal: expect.stringContaining('expired') });
  });
});
