import { inChange } from '../../change.ts';
import { deliveryIdOf } from '../../contract/branded-ids.ts';
import { badRequest } from '../../errors.ts';
import { checkedTime } from '../../iso-time.ts';
import type { Call, Handler } from '../../operation.ts';
import { type Replayed, replayDeliveries as replay } from '../../webhooks/replay-deliveries.ts';

export const replayDeliveries: Handler<'replayDeliveries'> = async ({ caller, path, body }, context) => {
  const what = readReplayed(body);
  const replayed = await inChange(context, caller, (change) => replay(change, path.webhook_id, what));
  return { json: { replayed } };
};

/** @throws ApiError 400 for neither of the two and for both */
function readReplayed({ delivery, failed_since }: Call<'replayDeliveries'>['body']): Replayed {
  if (delivery !== undefined && failed_since === undefined) return { deliveryId: deliveryIdOf(delivery) };
  if (delivery === undefined && failed_since !== undefined) return { failedSince: checkedTime(failed_since) };
  throw badRequest('Say what to send again: either delivery or failed_since.');
}
