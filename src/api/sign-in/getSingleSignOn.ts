import {
  attemptCookie,
  attemptValue,
  callbackAddress,
  checksOf,
  longestNext,
} from '../../access/single-sign-on/attempt.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { seeOther } from '../../pages/page.ts';
import { providerAwayPage, requireSingleSignOn } from './single-sign-on-pages.ts';

/**
 * Sends somebody to the provider. The way back is bound to this browser: `state`, nonce and PKCE are made of a
 * secret in a cookie of a few minutes.
 *
 * @see OpenID Connect Core 1.0, 3.1; RFC 9700, 2.1 and 4.7
 */
export const getSingleSignOn: Handler<'getSingleSignOn'> = async (call, context) => {
  const { provider } = requireSingleSignOn(context);
  const next = ownPath(call.query.next);
  if (next !== undefined && next.length > longestNext)
    throw badRequest('The address to go on to is too long for single sign-on.');
  const attempt = { startedAt: context.clock.now(), next, linkFor: undefined };
  const value = attemptValue(context.ids.secret(), attempt);
  try {
    const address = await provider.authorizationAddress(
      checksOf(value),
      callbackAddress(context.addresses, attempt),
    );
    return seeOther(address, { 'set-cookie': attemptCookie(value) });
  } catch (error) {
    return providerAwayPage(error, context, call.basePath);
  }
};
