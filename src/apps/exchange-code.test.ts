import { expect, it } from 'vitest';
import { findCallerUser } from '../access/caller-store.ts';
import type { AnonymousChange, Change } from '../change.ts';
import { randomIds as ids } from '../ids.ts';
import { openOneApp } from '../testing/one-app.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { allowApp } from './allow-app.ts';
import { exchangeCode } from './exchange-code.ts';

const redirectUri = 'https://app.example/callback';

onBothEngines('A code', (openEmpty) => {
  it('[OAUTH-48, LIM-07] is exchanged within 30 seconds and not after them', async () => {
    const { database } = await openMigrated(openEmpty);
    const { clientId, userId } = await openOneApp(database, {
      name: 'App',
      scopes: ['file_content:read'],
      redirect_urls: [redirectUri],
    });
    const user = await findCallerUser(database, userId);
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
