import { endSession } from '../../accounts/end-session.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { seeOther } from '../../pages/page.ts';
import { signedInPage } from '../../pages/sign-in-page.ts';
import { staleFormProblem, visitOf, visitorOf } from '../../pages/visit.ts';
import { noSecretCookie } from '../../tokens/session.ts';

export const postSignOut: Handler<'postSignOut'> = async (call, context) => {
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  const { session } = visit;
  const problem = staleFormProblem(visit, call);
  const onwards = next ?? `${call.basePath}/sign-in`;
  if (problem !== undefined)
    return session === undefined
      ? seeOther(onwards)
      : signedInPage(visit, session.user, context.addresses.web, { next, problem });
  if (session !== undefined) await inChange(context, visitorOf(visit, session, call.ipAddress), endSession);
  return seeOther(onwards, { 'set-cookie': noSecretCookie });
};
