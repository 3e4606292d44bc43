import { inChange } from '../../change.ts';
import { badRequest, forbidden } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { lapseOfWebhook, makerOf } from '../../webhooks/maker-store.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';
import { recordWebhook } from '../../webhooks/webhook-activity-store.ts';
import { refuseEndpoint, refusePing } from '../../webhooks/webhook-rules.ts';
import { changeWebhook, dropWaiting } from '../../webhooks/webhooks-store.ts';
import { webhookRecord } from './webhook-record.ts';

/**
 * Changes what is given of a webhook and leaves the rest. It stays where it is attached. Whoever says where it points
 * answers for it from then on.
 * @see HOOK-13, ruling H36
 */
export const putWebhook: Handler<'putWebhook'> = async ({ caller, path, body }, context) => {
  refusePing(body.event_type);
  await findManagedWebhook(context.database, caller, path.webhook_id);
  if (body.endpoint !== undefined) await refuseEndpoint(context, body.endpoint);
  const changes = { ...changesOf(body), ...(body.endpoint === undefined ? {} : makerOf(caller)) };
  return inChange(context, caller, async (change) => {
    const { transaction } = change;
    const webhook = await findManagedWebhook(transaction, caller, path.webhook_id);
    const changed = { ...webhook, ...changes };
    if (Object.keys(changes).length > 0) {
      await changeWebhook(transaction, webhook.id, changes);
      await recordWebhook(change, 'webhook_update', changed);
    }
    const lapse = await lapseOfWebhook(transaction, webhook.id);
    refuseLapsed(body, lapse);
    if (body.status === 'PAUSED') await dropWaiting(transaction, webhook.id, context.clock.now());
    return { json: webhookRecord(changed, lapse) };
  });
};

/**
 * @throws ApiError 403 where the caller may not see what they point elsewhere, 400 where only somebody else's right
 * could make the webhook active
 */
function refuseLapsed({ status, endpoint }: Call<'putWebhook'>['body'], lapse: string | undefined): void {
  if (lapse === undefined) return;
  if (endpoint !== undefined) throw forbidden(lapse);
  if (status === 'ACTIVE')
    throw badRequest(`${lapse} Send its endpoint along to answer for the webhook yourself.`);
}

function changesOf(body: Call<'putWebhook'>['body']) {
  const { event_type, endpoint, passcode, status, description } = body;
  return {
    ...(event_type === undefined ? {} : { event_type }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(passcode === undefined ? {} : { passcode }),
    ...(status === undefined ? {} : { status }),
    ...(description === undefined ? {} : { description }),
  };
}
