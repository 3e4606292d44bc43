import { inChange } from '../../change.ts';
import { checkedTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { putPayment as put } from '../../payments/put-payment.ts';
import { paymentRecord } from './payment-record.ts';

/** Sets how somebody stands to a resource of the caller. */
export const putPayment: Handler<'putPayment'> = async ({ caller, path, body }, context) => {
  const { user_id: userId, ...resource } = path;
  const { status, date_of_purchase: date } = body;
  const purchasedAt = date === undefined ? undefined : checkedTime(date);
  const wanted = { resource, userId, status, purchasedAt };
  const payment = await inChange(context, caller, (change) => put(change, wanted));
  return { json: paymentRecord(resource, userId, payment) };
};
