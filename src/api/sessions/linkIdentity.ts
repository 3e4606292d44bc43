import type { Caller } from '../../access/caller.ts';
import { confirmPassword } from '../../access/confirm-password.ts';
import {
  attemptCookie,
  attemptValue,
  callbackAddress,
  checksOf,
} from '../../access/single-sign-on/attempt.ts';
import { ProviderAway } from '../../access/single-sign-on/provider.ts';
import type { Context } from '../../context.ts';
import { ApiError, forbidden, notFound } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { passwordHashOf } from '../../people/password-store.ts';

/**
 * Begins to link the caller's account to somebody at the provider. It opens the account from then on, so a
 * session alone does not suffice where there is a password.
 */
export const linkIdentity: Handler<'linkIdentity'> = async (call, context) => {
  const { caller, body } = call;
  const { singleSignOn } = context;
  if (singleSignOn === undefined) throw notFound('This installation has no single sign-on.');
  if (caller.csrfToken === undefined) throw forbidden('Linking needs a session; a token opens no browser.');
  await requirePassword(caller, call, context);
  const attempt = {
    startedAt: context.clock.now(),
    next: ownPath(body.next),
    linkFor: caller.user.id,
  };
  const value = attemptValue(context.ids.secret(), attempt);
  try {
    const address = callbackAddress(context.addresses, attempt);
    const url = await singleSignOn.provider.authorizationAddress(checksOf(value), address);
    return { json: { url }, headers: { 'set-cookie': attemptCookie(value), 'cache-control': 'no-store' } };
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    throw new ApiError(502, 'The provider of single sign-on does not answer.', { detail: error.message });
  }
};

/** @throws ApiError 403, 429 */
async function requirePassword(
  { user }: Caller,
  { body, ipAddress }: Call<'linkIdentity'>,
  context: Context,
): Promise<void> {
  const stored = await passwordHashOf(context.database, user.id);
  if (stored === null) return;
  const given = { password: body.password ?? '', stored, ipAddress };
  await confirmPassword(context, user, given, 'The "password" is wrong.');
}
