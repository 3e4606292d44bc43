import { noSecretCookie } from '../../accounts/session.ts';
import { endSessionsOf } from '../../accounts/sessions-store.ts';
import type { Handler } from '../../operation.ts';

/** Signs the caller out in every browser. Tokens go on. */
export const deleteSessions: Handler<'deleteSessions'> = async ({ caller }, { database }) => {
  await endSessionsOf(database, caller.user.id);
  return { json: { status: 200, error: false }, headers: { 'set-cookie': noSecretCookie } };
};
