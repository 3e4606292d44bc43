import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findApp } from '../../apps/apps-store.ts';
import { appIdOf } from '../../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../../testing/postgres-example-rows.ts';
import { appLogos } from './0022-app-logos.ts';

onBothEngines('Moving logos out of configurations', (openEmpty) => {
  test('leaves every app with the pictures that it had, in force and changed', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    await database.schema.dropTable('app_logos').execute();
    const [before, after] = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB'];
    const changes = {
      configuration: JSON.stringify({ name: 'Measure', logo: after }),
      approved: JSON.stringify({ name: 'Measure', logo: before }),
    };
    await database.updateTable('apps').set(changes).execute();
    await appLogos(database as never);
    const app = await findApp(database, appIdOf('app1'));
    expect([app?.configuration.logo, app?.approved?.logo]).toEqual([after, before]);
    const row = await database.selectFrom('apps').select('configuration').executeTakeFirstOrThrow();
    expect(JSON.parse(row.configuration).logo).toBe(createHash('sha256').update(after).digest('hex'));
  });
});
