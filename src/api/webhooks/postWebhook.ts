import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { createWebhook, prepareWebhook } from '../../webhooks/create-webhook.ts';
import { refusePing } from '../../webhooks/webhook-rules.ts';
import type { Attached } from '../../webhooks/webhooks-store.ts';
import { webhookRecord } from './webhook-record.ts';

export const postWebhook: Handler<'postWebhook'> = async ({ caller, body }, context) => {
  const { event_type: eventType, endpoint, passcode, status, description } = body;
  refusePing(eventType);
  const attached = attachedTo(body);
  const allowed = await prepareWebhook(context, caller, { ...attached, endpoint });
  const wanted = { ...attached, eventType, endpoint: allowed, passcode, status, description };
  const webhook = await inChange(context, caller, (change) => createWebhook(change, wanted));
  return { json: webhookRecord(webhook, undefined) };
};

/**
 * What the webhook is to be attached to, also in the older form: a team in `team_id` alone.
 * @throws ApiError 400
 */
function attachedTo({ context, context_id, team_id }: Call<'postWebhook'>['body']): Attached {
  if (context !== undefined && context_id !== undefined) return { context, contextId: context_id };
  if (context === undefined && context_id === undefined && team_id !== undefined)
    return { context: 'team', contextId: team_id };
  throw badRequest('Say what to attach the webhook to: context with context_id.');
}
