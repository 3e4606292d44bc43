import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';
import { lapsesOf } from '../events/lapse-store.ts';

/** The caller as who answers for a webhook: the person, and by what they acted. */
export const makerOf = ({ user, app }: Caller) => ({
  creator_id: user.id,
  app_id: app?.id ?? null,
  plan_of: user.confinedTo ?? null,
});

/** Why a webhook is told nothing, or undefined where it may be told. */
export async function lapseOfWebhook(
  database: Kysely<Tables>,
  webhookId: string,
): Promise<string | undefined> {
  const [lapse] = await lapsesOf(database, [{ webhookId }]);
  return lapse;
}

/** @throws ApiError 403 where the webhook, as it is stored now, would never be told anything */
export async function refuseBlindMaker(transaction: Kysely<Tables>, webhookId: string): Promise<void> {
  const lapse = await lapseOfWebhook(transaction, webhookId);
  if (lapse !== undefined) throw forbidden(lapse);
}
