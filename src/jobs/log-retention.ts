import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { deleteActivityBefore, placeActivity, unplacedOrganizations } from '../events/activity-store.ts';
import { deleteCallsBefore } from '../events/developer-log-store.ts';
import { deleteTextEventsBefore } from '../events/text-event-store.ts';

const dayMs = 24 * 3_600_000;

export interface LogRetentionParts {
  readonly database: Kysely<Tables>;
  readonly config: { readonly activityLogDays: number; readonly developerLogDays: number };
}

/** Gives events that nobody has read yet their places in the log, and deletes what is older than logs are kept. */
export async function keepLogs({ database, config }: LogRetentionParts, now: number): Promise<void> {
  for (const organizationId of await unplacedOrganizations(database)) {
    await placeActivity(database, organizationId);
  }
  const oldest = now - config.activityLogDays * dayMs;
  await deleteActivityBefore(database, oldest);
  await deleteTextEventsBefore(database, oldest);
  await deleteCallsBefore(database, now - config.developerLogDays * dayMs);
}
