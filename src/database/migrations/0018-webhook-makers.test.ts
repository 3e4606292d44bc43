import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../../testing/postgres-example-rows.ts';
import type { Tables } from '../tables.ts';
import { webhookMakers } from './0018-webhook-makers.ts';

/** The tables as they were before. */
async function withoutMakers(database: Kysely<Tables>): Promise<void> {
  const added = ['webhooks.app_id', 'webhooks.plan_of', 'events.file_key', 'events.project_id'];
  for (const name of [...added, 'deliveries.dropped_because']) {
    const [table = '', column = ''] = name.split('.');
    await database.schema.alterTable(table).dropColumn(column).execute();
  }
}

onBothEngines('Writing down who answers for webhooks', (openEmpty) => {
  test('finds the apps of webhooks, and files and projects of the events that wait', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const file = exampleRows.files[0];
    await database.deleteFrom('events').execute();
    await withoutMakers(database);
    const payload = JSON.stringify({ event_type: 'FILE_UPDATE', file_key: file?.key });
    await sql`update webhooks set client_id = 'app1'`.execute(database);
    await sql`insert into events (id, type, payload, occurred_at) values ('e2', 'FILE_UPDATE', ${payload}, 1)`.execute(
      database,
    );
    await webhookMakers(database as never);
    const webhook = await database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    expect(webhook).toMatchObject({ app_id: 'app1', plan_of: null });
    const events = await database.selectFrom('events').selectAll().orderBy('id').execute();
    expect(events.map(({ file_key, project_id }) => [file_key, project_id])).toEqual([
      [file?.key, file?.project_id],
    ]);
  });
});
