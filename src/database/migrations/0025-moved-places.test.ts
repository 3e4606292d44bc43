import { expect, test } from 'vitest';
import { organizationIdOf, teamIdOf, webhookIdOf } from '../../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../../testing/postgres-example-rows.ts';
import { movedPlaces } from './0025-moved-places.ts';

onBothEngines('Putting what moved where it is', (openEmpty) => {
  test('finds apps by their team, and assets and webhooks by their project', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const { id } = await database.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
    const elsewhere = { name: 'Elsewhere', created_at: 1 };
    const place = {
      ...elsewhere,
      id: organizationIdOf('77'),
      plan: 'enterprise',
      region: 'standard',
    } as const;
    await database.insertInto('organizations').values(place).execute();
    await database
      .insertInto('teams')
      .values({ ...elsewhere, id: teamIdOf('78'), organization_id: id })
      .execute();
    await database
      .updateTable('teams')
      .set({ organization_id: organizationIdOf('77') })
      .where('id', '!=', teamIdOf('78'))
      .execute();
    await database
      .updateTable('published_assets')
      .set({ team_id: teamIdOf('78') })
      .execute();
    const [{ key } = { key: '' }] = await database.selectFrom('files').select('key').execute();
    const [{ id: projectId } = { id: '' }] = await database.selectFrom('projects').select('id').execute();
    const template = await database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const attached = [
      ['file', key],
      ['project', projectId],
      ['file', 'gone'],
    ] as const;
    const webhooks = attached.map(([context, context_id], number) => ({
      ...template,
      id: webhookIdOf(`moved${number}`),
      context,
      context_id,
      team_id: teamIdOf('78'),
    }));
    await database.insertInto('webhooks').values(webhooks).execute();
    await movedPlaces(database as never);
    const apps = await database.selectFrom('apps').select('organization_id').execute();
    expect(new Set(apps.map((app) => app.organization_id))).toEqual(new Set(['77']));
    const assets = await database.selectFrom('published_assets').select('team_id').execute();
    expect(assets.map((asset) => asset.team_id)).toEqual(assets.map(() => '100'));
    const moved = await database
      .selectFrom('webhooks')
      .select('team_id')
      .where('id', 'like', webhookIdOf('moved%'))
      .orderBy('id')
      .execute();
    expect(moved.map((webhook) => webhook.team_id)).toEqual(['100', '100', '78']);
  });
});
