import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { noSecretCookie } from '../../tokens/session.ts';
import { endSession } from '../../tokens/sessions-store.ts';

export const deleteSession: Handler<'deleteSession'> = async ({ caller }, { database }) => {
  if (caller.csrfToken === undefined) throw notFound('No session');
  await endSession(database, caller.tokenHash);
  return { json: { status: 200, error: false }, headers: { 'set-cookie': noSecretCookie } };
};
