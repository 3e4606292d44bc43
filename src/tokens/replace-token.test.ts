import { expect, it } from 'vitest';
import { administratorCaller } from '../access/administrator-caller.ts';
import type { EarlyChange } from '../change.ts';
import { randomIds as ids } from '../ids.ts';
import { createAdministrator } from '../people/create-administrator.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { replaceAdministratorToken, replaceToken } from './replace-token.ts';
import { findToken } from './tokens-store.ts';

onBothEngines('A token that is made anew', (openEmpty) => {
  it('ends the one before of its name and kind of life, and no other', async () => {
    const { database } = await openMigrated(openEmpty);
    const early = { transaction: database, at: 5, isTold: false };
    const context = { ids, config: { defaultPlan: 'starter' } } as const;
    const { user } = await createAdministrator({ ...early, context });
    const change: EarlyChange = { ...early, context, by: administratorCaller(user) };
    const owner = { kind: 'personal', userId: user.id, appId: null, organizationId: null } as const;
    const named = (name: string, value: string) =>
      replaceToken(change, { name, scopes: 'all', isForExploration: true, brought: { ...owner, value } });
    await replaceAdministratorToken(change, 'first in the file');
    await named('Administrator of this installation', 'of the same name');
    await named('quickstart', 'first quickstart');
    await replaceAdministratorToken(change, 'second in the file');
    await named('quickstart', 'second quickstart');
    const endOf = async (value: string) => (await findToken(database, value))?.expiresAt;
    const day = 24 * 3_600_000;
    expect(await Promise.all(['first in the file', 'first quickstart'].map(endOf))).toEqual([
      undefined,
      undefined,
    ]);
    expect(await endOf('second in the file')).toBeNull();
    expect(await endOf('second quickstart')).toBe(5 + day);
    expect(await endOf('of the same name')).toBe(5 + day);
  });
});
