import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { badRequest, notFound, unauthorized } from '../errors.ts';
import {
  type PaymentClaim,
  paymentTokenLifeSeconds,
  paymentTokenOf,
  readPaymentToken,
} from './payment-token.ts';
import { findResource, ownsResource, type Payment, paymentOf, type ResourceRef } from './payments-store.ts';

/**
 * How somebody stands to a resource that the caller owns, whom a payment token stands for or who is named; who is
 * nobody's has not paid.
 *
 * @throws ApiError 400 for a token that is none, 401
 * @see PAY-01…06, ruling H34
 */
export async function paymentAskedFor(
  context: Context,
  caller: Caller,
  asked: PaymentClaim | { readonly token: string },
): Promise<PaymentClaim & { readonly payment: Payment }> {
  const { database } = context;
  const { resource, userId } = 'token' in asked ? claimOfToken(context, asked.token) : asked;
  if (!(await ownsResource(database, caller, resource)))
    throw unauthorized('Only payments of what you own can be asked for.');
  return { resource, userId, payment: await paymentOf(database, resource, userId) };
}

function claimOfToken({ signer, clock }: Context, token: string): PaymentClaim {
  const claim = readPaymentToken(signer, token, clock.now());
  if (claim === undefined) throw badRequest('plugin_payment_token is not one that is valid now.');
  return claim;
}

/**
 * Issues what a running plugin or widget hands to its own server, so that it can ask whether the caller paid.
 * @throws ApiError 404
 */
export async function issuePaymentToken(
  { database, clock, signer }: Context,
  caller: Caller,
  resource: ResourceRef,
): Promise<{ readonly token: string; readonly endsAt: number }> {
  if ((await findResource(database, resource)) === undefined) throw notFound('Resource not found');
  const endSeconds = Math.floor(clock.now() / 1000) + paymentTokenLifeSeconds;
  const token = paymentTokenOf(signer, { resource, userId: caller.user.id }, endSeconds);
  return { token, endsAt: endSeconds * 1000 };
}
