import { type Kysely, sql } from 'kysely';
import { columnKinds, isPostgres } from '../column-kinds.ts';

/**
 * Keeps by what right somebody made a webhook, which file and project an event is about, and why a delivery was
 * dropped: who made a webhook is asked for again whenever it would be told of something.
 */
export async function webhookMakers(database: Kysely<never>): Promise<void> {
  const { text } = columnKinds(database);
  const columns = { webhooks: ['app_id', 'plan_of'], events: ['file_key', 'project_id'] };
  for (const [table, names] of Object.entries({ ...columns, deliveries: ['dropped_because'] }))
    for (const name of names) await database.schema.alterTable(table).addColumn(name, text).execute();
  await sql`update webhooks set app_id = client_id`.execute(database);
  const payload = isPostgres(database) ? sql`cast(payload as jsonb)` : sql`payload`;
  await sql`update events set file_key = ${payload}->>'file_key'`.execute(database);
  await sql`
    update events set project_id = (select project_id from files where files.key = events.file_key)
    where file_key is not null`.execute(database);
}
