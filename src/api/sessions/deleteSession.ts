import { endSession } from '../../accounts/end-session.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { noSecretCookie } from '../../tokens/session.ts';

export const deleteSession: Handler<'deleteSession'> = async ({ caller }, context) => {
  await inChange(context, caller, endSession);
  return { json: { status: 200, error: false }, headers: { 'set-cookie': noSecretCookie } };
};
