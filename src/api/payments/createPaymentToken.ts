import { notFound } from '../../errors.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { paymentTokenLifeSeconds, paymentTokenOf } from '../../payments/payment-token.ts';
import { findResource } from '../../payments/payments-store.ts';

/** Issues what a running plugin or widget hands to its own server, so that it can ask whether the caller paid. */
export const createPaymentToken: Handler<'createPaymentToken'> = async ({ caller, path }, context) => {
  if ((await findResource(context.database, path)) === undefined) throw notFound('Resource not found');
  const endSeconds = Math.floor(context.clock.now() / 1000) + paymentTokenLifeSeconds;
  const claim = { resource: path, userId: caller.user.id };
  return {
    json: {
      plugin_payment_token: paymentTokenOf(context.signer, claim, endSeconds),
      expires_at: isoTime(endSeconds * 1000),
    },
  };
};
