import { endSession } from '../../accounts/end-session.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { seeOther } from '../../pages/page.ts';
import { requireFormToken, visitOf, visitorOf } from '../../pages/visit.ts';
import { noSecretCookie } from '../../tokens/session.ts';

export const postSignOut: Handler<'postSignOut'> = async (call, context) => {
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  requireFormToken(visit, call.body.form_token);
  if (visit.session !== undefined)
    await inChange(context, visitorOf(visit, visit.session, call.ipAddress), endSession);
  return seeOther(next ?? `${call.basePath}/sign-in`, { 'set-cookie': noSecretCookie });
};
