import { expect, it } from 'vitest';
import { appIdOf } from '../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { burnCode, codeLifeMs, deleteOldCodes, insertCode } from './codes-store.ts';

const dayMs = 24 * 3_600_000;

onBothEngines('Codes', (openEmpty) => {
  it('are remembered for a day after they have ended, so that their reuse is noticed', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    await deleteOldCodes(database, Number.MAX_SAFE_INTEGER);
    const { client_id } = await database.selectFrom('apps').select('client_id').executeTakeFirstOrThrow();
    const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const stored = {
      hash: 'code',
      appId: client_id,
      userId: id,
      redirectUri: 'https://app.example/',
      scopes: [],
      codeChallenge: null,
      expiresAt: codeLifeMs,
      usedAt: null,
    };
    await insertCode(database, stored);
    const burn = (at: number, appId = client_id) =>
      burnCode({ transaction: database, at }, { appId, hash: 'code' });
    expect(await burn(1, appIdOf('another app'))).toBeUndefined();
    expect(await burn(1)).toEqual(stored);
    await deleteOldCodes(database, codeLifeMs + dayMs - 1);
    expect(await burn(2)).toMatchObject({ usedAt: 1 });
    await deleteOldCodes(database, codeLifeMs + dayMs);
    expect(await burn(3)).toBeUndefined();
  });
});
