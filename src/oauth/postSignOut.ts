import { ownPath } from '../access/own-path.ts';
import { noSecretCookie } from '../access/session.ts';
import { endSession } from '../access/session-store.ts';
import type { Handler } from '../operation.ts';
import { seeOther } from './page.ts';
import { requireFormToken, visitOf } from './visit.ts';

export const postSignOut: Handler<'postSignOut'> = async (call, context) => {
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  requireFormToken(visit, call.body.form_token);
  if (visit.session !== undefined) await endSession(context.database, visit.session.hash);
  return seeOther(next ?? `${call.basePath}/sign-in`, { 'set-cookie': noSecretCookie });
};
