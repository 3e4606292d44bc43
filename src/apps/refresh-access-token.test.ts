import { expect, it } from 'vitest';
import { hashToken } from '../access/token-hash.ts';
import type { AnonymousChange } from '../change.ts';
import { randomIds as ids } from '../ids.ts';
import { openOneApp } from '../testing/one-app.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { putGrant } from './grants-store.ts';
import { refreshAccessToken } from './refresh-access-token.ts';

onBothEngines('Access tokens', (openEmpty) => {
  it('[SCOPE-02] hold no scope that the app gave up after a person allowed it', async () => {
    const { database } = await openMigrated(openEmpty);
    const scopes = ['file_content:read', 'file_metadata:read'];
    const { clientId, userId } = await openOneApp(database, { name: 'App', scopes: scopes.slice(0, 1) });
    await putGrant(database, {
      appId: clientId,
      userId,
      scopes,
      refreshHash: hashToken('refresh'),
      codeHash: null,
      createdAt: 0,
    });
    const change = { transaction: database, at: 0, context: { ids } } as unknown as AnonymousChange;
    const answer = await refreshAccessToken(change, { clientId, refreshToken: 'refresh' });
    expect(answer).toMatchObject({ accessToken: expect.any(String) });
    const issued = await database
      .selectFrom('tokens')
      .select('scopes')
      .where('app_id', '=', clientId)
      .where('user_id', '=', userId)
      .execute();
    expect(issued.map((token) => JSON.parse(token.scopes))).toEqual([['file_content:read']]);
  });
});
