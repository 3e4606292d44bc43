import { inChange } from '../../change.ts';
import type { Call, Handler } from '../../operation.ts';
import { createWebhook, prepareWebhook } from '../../webhooks/create-webhook.ts';
import type { Attached } from '../../webhooks/webhooks-store.ts';
import { webhookRecord } from './webhook-record.ts';

export const postWebhook: Handler<'postWebhook'> = async ({ caller, body }, context) => {
  const { event_type: eventType, endpoint, passcode, status, description } = body;
  const prepared = await prepareWebhook(context, caller, { endpoint, attached: attachedTo(body) });
  const wanted = { ...prepared, eventType, passcode, status, description };
  const webhook = await inChange(context, caller, (change) => createWebhook(change, wanted));
  return { json: webhookRecord(webhook, undefined) };
};

/** What the webhook is to be attached to, also in the older form: a team in `team_id` alone. */
function attachedTo({ context, context_id, team_id }: Call<'postWebhook'>['body']): Attached | undefined {
  if (context !== undefined && context_id !== undefined) return { context, contextId: context_id };
  if (context === undefined && context_id === undefined && team_id !== undefined)
    return { context: 'team', contextId: team_id };
  return undefined;
}
