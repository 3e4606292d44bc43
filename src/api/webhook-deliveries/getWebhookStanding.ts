import type { Handler } from '../../operation.ts';
import { findStanding } from '../../webhooks/maker-store.ts';

/** Says whether a webhook is told of events, who answers for it, and why it is paused. */
export const getWebhookStanding: Handler<'getWebhookStanding'> = async ({ caller, path }, { database }) => {
  const { webhook, pausedBecause } = await findStanding(database, caller, path.webhook_id);
  return {
    json: {
      webhook_id: webhook.id,
      status: pausedBecause === null ? 'ACTIVE' : 'PAUSED',
      answered_for_by: webhook.creatorId,
      paused_because: pausedBecause,
    },
  };
};
