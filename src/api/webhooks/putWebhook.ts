import { inTransaction } from '../../database/transaction.ts';
import type { Call, Handler } from '../../operation.ts';
import { findManagedWebhook } from './managed-store.ts';
import { changeWebhook, dropWaiting } from './store.ts';
import { recordWebhook } from './webhook-activity-store.ts';
import { webhookRecord } from './webhook-record.ts';
import { refuseEndpoint, refusePing } from './webhook-rules.ts';

/** Changes what is given of a webhook and leaves the rest. It stays where it is attached. @see HOOK-13 */
export const putWebhook: Handler<'putWebhook'> = async ({ caller, path, body }, context) => {
  refusePing(body.event_type);
  await findManagedWebhook(context.database, caller, path.webhook_id);
  if (body.endpoint !== undefined) await refuseEndpoint(context, body.endpoint);
  const changes = changesOf(body);
  return inTransaction(context.database, async (transaction) => {
    const webhook = await findManagedWebhook(transaction, caller, path.webhook_id);
    const changed = { ...webhook, ...changes };
    if (Object.keys(changes).length > 0) {
      await changeWebhook(transaction, webhook.id, changes);
      await recordWebhook(transaction, caller, context, 'webhook_update', changed);
    }
    if (body.status === 'PAUSED') await dropWaiting(transaction, webhook.id, context.clock.now());
    return { json: webhookRecord(changed) };
  });
};

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
