import type { Caller } from '../access/caller.ts';
import { confirmPassword } from '../access/confirm-password.ts';
import { attemptValue, callbackAddress, checksOf } from '../access/single-sign-on/attempt.ts';
import { ProviderAway } from '../access/single-sign-on/provider-failures.ts';
import type { Context } from '../context.ts';
import { ApiError, forbidden, notFound } from '../errors.ts';
import { passwordHashOf } from '../people/password-store.ts';

/** Who wants to link their account, from where, and where they go on to. */
export interface AskedLink {
  readonly password: string | undefined;
  readonly ipAddress: string;
  readonly next: string | undefined;
}

/** Where at the provider to go, and what the browser keeps of the attempt meanwhile. */
interface BegunLink {
  readonly url: string;
  readonly attempt: string;
}

/**
 * Begins to link the caller's account to an identity at the provider. Whoever has that identity can sign in to the
 * account from then on, so a session alone does not suffice where the account has a password.
 *
 * @throws ApiError 403, 404, 429, 502
 */
export async function beginLinking(context: Context, caller: Caller, asked: AskedLink): Promise<BegunLink> {
  const { singleSignOn, clock, ids, addresses } = context;
  if (singleSignOn === undefined) throw notFound('This installation has no single sign-on.');
  if (caller.csrfToken === undefined) throw forbidden('Linking needs a session; a token opens no browser.');
  await requirePassword(context, caller, asked);
  const begun = { startedAt: clock.now(), next: asked.next, linkFor: caller.user.id };
  const attempt = attemptValue(ids.secret(), begun);
  const address = callbackAddress(addresses, begun);
  const url = await singleSignOn.provider.authorizationAddress(checksOf(attempt), address).catch(asRefusal);
  return { url, attempt };
}

function asRefusal(error: unknown): never {
  if (!(error instanceof ProviderAway)) throw error;
  throw new ApiError(502, 'The provider of single sign-on does not answer.', { detail: error.message });
}

/** @throws ApiError 403, 429 */
async function requirePassword(
  context: Context,
  { user }: Caller,
  { password = '', ipAddress }: AskedLink,
): Promise<void> {
  const stored = await passwordHashOf(context.database, user.id);
  if (stored === null) return;
  await confirmPassword(context, user, { password, stored, ipAddress }, 'The "password" is wrong.');
}
