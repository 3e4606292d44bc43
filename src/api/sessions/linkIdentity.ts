import { attemptCookie } from '../../access/single-sign-on/attempt.ts';
import { beginLinking } from '../../accounts/begin-linking.ts';
import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';

/** Begins to link the caller's account to somebody at the provider, in the browser that asks. */
export const linkIdentity: Handler<'linkIdentity'> = async ({ caller, body, ipAddress }, context) => {
  const asked = { password: body.password, ipAddress, next: ownPath(body.next) };
  const { url, attempt } = await beginLinking(context, caller, asked);
  return { json: { url }, headers: { 'set-cookie': attemptCookie(attempt), 'cache-control': 'no-store' } };
};
