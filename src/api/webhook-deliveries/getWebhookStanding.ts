import type { Handler } from '../../operation.ts';
import { lapseOfWebhook } from '../../webhooks/maker-store.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';

/** Says whether a webhook is told of events, who answers for it, and why it is paused. */
export const getWebhookStanding: Handler<'getWebhookStanding'> = async ({ caller, path }, { database }) => {
  const webhook = await findManagedWebhook(database, caller, path.webhook_id);
  const lapse = await lapseOfWebhook(database, webhook.id);
  const isPaused = webhook.status === 'PAUSED' || lapse !== undefined;
  return {
    json: {
      webhook_id: webhook.id,
      status: isPaused ? 'PAUSED' : 'ACTIVE',
      answered_for_by: webhook.creatorId,
      paused_because: isPaused ? (lapse ?? 'It was set to PAUSED.') : null,
    },
  };
};
