import type { Handler } from '../../operation.ts';
import { noSecretCookie } from '../../tokens/session.ts';
import { endSessionsOf } from '../../tokens/sessions-store.ts';

/** Signs the caller out in every browser. Tokens go on. */
export const deleteSessions: Handler<'deleteSessions'> = async ({ caller }, { database }) => {
  await endSessionsOf(database, caller.user.id);
  return { json: { status: 200, error: false }, headers: { 'set-cookie': noSecretCookie } };
};
