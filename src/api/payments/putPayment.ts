import { findPerson } from '../../access/person-store.ts';
import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { ownsResource, paymentOf, paymentRecord, putPaymentRow } from '../../payments/payments-store.ts';

/** Sets how somebody stands to a resource of the caller. The date of a purchase outlives it. */
export const putPayment: Handler<'putPayment'> = ({ caller, path, body }, context) =>
  inTransaction(context.database, async (transaction) => {
    if (!(await ownsResource(transaction, caller, path))) throw notFound('Resource not found');
    const userId = path.user_id;
    if ((await findPerson(transaction, userId)) === undefined) throw notFound('User not found');
    const { status, date_of_purchase: date } = body;
    const before = await paymentOf(transaction, path, userId);
    const firstPaid = status === 'PAID' ? context.clock.now() : null;
    const purchased_at = date === undefined ? (before.purchased_at ?? firstPaid) : Date.parse(date);
    const place = { resource_type: path.type, resource_id: path.id, user_id: userId };
    await putPaymentRow(transaction, { ...place, status, purchased_at });
    return { json: paymentRecord(path, userId, { status, purchased_at }) };
  });
