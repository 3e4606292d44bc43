import { findPerson } from '../access/person-store.ts';
import type { Change } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { ownsResource, type Payment, paymentOf, type ResourceRef, upsertPayment } from './payments-store.ts';

export interface WantedPayment {
  readonly resource: ResourceRef;
  readonly userId: UserId;
  readonly status: Payment['status'];
  /** Left out, the date stays, and who pays for the first time has paid now. */
  readonly purchasedAt?: number | undefined;
}

/**
 * Says how somebody stands to a resource of the caller. The date of a purchase outlives it.
 * @throws ApiError 404
 */
export async function putPayment(change: Change, wanted: WantedPayment): Promise<Payment> {
  const { transaction, by, at } = change;
  const { resource, userId, status } = wanted;
  if (!(await ownsResource(transaction, by, resource))) throw notFound('Resource not found');
  if ((await findPerson(transaction, userId)) === undefined) throw notFound('User not found');
  const before = await paymentOf(transaction, resource, userId);
  const firstPaid = status === 'PAID' ? at : null;
  const payment = { status, purchasedAt: wanted.purchasedAt ?? before.purchasedAt ?? firstPaid };
  await upsertPayment(transaction, resource, userId, payment);
  return payment;
}
