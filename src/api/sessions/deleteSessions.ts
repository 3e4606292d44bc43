import { endSessions } from '../../accounts/end-session.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { noSecretCookie } from '../../tokens/session.ts';

/** Signs the caller out in every browser. Tokens go on. */
export const deleteSessions: Handler<'deleteSessions'> = async ({ caller }, context) => {
  await inChange(context, caller, endSessions);
  return { json: { status: 200, error: false }, headers: { 'set-cookie': noSecretCookie } };
};
