import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-kinds.ts';
import { addColumns } from '../create-tables.ts';

/**
 * Keeps by what right somebody made a webhook, which file and project an event is about, and why a delivery was
 * dropped: who made a webhook is asked for again whenever it would be told of something.
 */
export async function webhookMakers(database: Kysely<never>): Promise<void> {
  await addColumns(database, {
    webhooks: { app_id: 'text?', plan_of: 'text?' },
    events: { file_key: 'text?', project_id: 'text?' },
    deliveries: { dropped_because: 'text?' },
  });
  await sql`update webhooks set app_id = client_id`.execute(database);
  const payload = isPostgres(database) ? sql`cast(payload as jsonb)` : sql`payload`;
  await sql`update events set file_key = ${payload}->>'file_key'`.execute(database);
  await sql`
    update events set project_id = (select project_id from files where files.key = events.file_key)
    where file_key is not null`.execute(database);
}
