import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { issuePaymentToken } from '../../payments/payment-asked-for.ts';

/** Issues what a running plugin or widget hands to its own server, so that it can ask whether the caller paid. */
export const createPaymentToken: Handler<'createPaymentToken'> = async ({ caller, path }, context) => {
  const { token, endsAt } = await issuePaymentToken(context, caller, path);
  return { json: { plugin_payment_token: token, expires_at: isoTime(endsAt) } };
};
