import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { seeOther } from '../../pages/page.ts';
import { requireFormToken, visitOf } from '../../pages/visit.ts';
import { noSecretCookie } from '../../tokens/session.ts';
import { endSession } from '../../tokens/sessions-store.ts';

export const postSignOut: Handler<'postSignOut'> = async (call, context) => {
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  requireFormToken(visit, call.body.form_token);
  if (visit.session !== undefined) await endSession(context.database, visit.session.hash);
  return seeOther(next ?? `${call.basePath}/sign-in`, { 'set-cookie': noSecretCookie });
};
