import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { pruneDeliveries } from '../events/pruning-store.ts';
import { deleteWebhooksOfNothing } from './webhooks-store.ts';

/** Deletes what is kept of deliveries no longer, and webhooks of deleted files once their last delivery is gone. */
export async function pruneWebhooks(database: Kysely<Tables>, now: number): Promise<void> {
  await pruneDeliveries(database, now);
  await deleteWebhooksOfNothing(database);
}
