import { expect, test } from 'vitest';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../../testing/postgres-example-rows.ts';
import { planTokens } from './0021-plan-tokens.ts';

onBothEngines('Confining plan access tokens', (openEmpty) => {
  test('gives those that are there the organization of their issuer, and no other token one', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    await database.schema.dropIndex('tokens_organization_id').execute();
    await database.schema.alterTable('tokens').dropColumn('organization_id').execute();
    const [issuer] = exampleRows.users;
    const plan = { id: 't2', hash: 'plan', kind: 'plan', user_id: issuer?.id, name: 'CI', scopes: '[]' };
    await database
      .insertInto('tokens')
      .values({ ...plan, created_at: 1, expires_at: 2, last_used_at: null } as never)
      .execute();
    await planTokens(database as never);
    const rows = await database.selectFrom('tokens').select(['kind', 'organization_id']).execute();
    expect(Object.fromEntries(rows.map((row) => [row.kind, row.organization_id]))).toEqual({
      personal: null,
      plan: issuer?.organization_id,
    });
  });
});
