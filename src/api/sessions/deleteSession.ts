import { noSecretCookie } from '../../accounts/session.ts';
import { endSession } from '../../accounts/sessions-store.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';

export const deleteSession: Handler<'deleteSession'> = async ({ caller }, { database }) => {
  if (caller.csrfToken === undefined) throw notFound('No session');
  await endSession(database, caller.tokenHash);
  return { json: { status: 200, error: false }, headers: { 'set-cookie': noSecretCookie } };
};
