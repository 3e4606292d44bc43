import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { WebhookId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type Attempt, attemptsOf } from './attempts-store.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import { sightOf } from './visible-events-store.ts';

/**
 * The attempts sent to a webhook since a time, newest first, but for those about files that the caller may not see;
 * they are read as they are asked for.
 *
 * @throws ApiError 404, 403 where the caller may not manage the webhook
 */
export async function visibleAttempts(
  database: Kysely<Tables>,
  caller: Caller,
  { webhookId, since }: { readonly webhookId: WebhookId; readonly since: number },
): Promise<AsyncIterable<Attempt>> {
  const webhook = await findManagedWebhook(database, caller, webhookId);
  return seenOf(attemptsOf(database, webhook.id, since), sightOf(database, caller));
}

async function* seenOf(
  attempts: AsyncIterable<Attempt>,
  sees: ReturnType<typeof sightOf>,
): AsyncGenerator<Attempt> {
  for await (const attempt of attempts) if (await sees(attempt)) yield attempt;
}
