import type { UserId } from '../../contract/branded-ids.ts';
import type { PaymentInformation } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { Payment, ResourceRef } from '../../payments/payments-store.ts';

/** @see C5 */
export function paymentRecord(
  { type, id }: ResourceRef,
  userId: UserId,
  { status, purchasedAt }: Payment,
): PaymentInformation {
  return {
    user_id: userId,
    resource_id: id,
    resource_type: type,
    payment_status: { type: status },
    ...(purchasedAt === null ? {} : { date_of_purchase: isoTime(purchasedAt) }),
  };
}
