import { isToBeSetUp } from '../../accounts/set-up-administrator.ts';
import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { seeOther } from '../../pages/page.ts';
import { signedInPage, signInPage } from '../../pages/sign-in-page.ts';
import { visitOf } from '../../pages/visit.ts';

export const getSignIn: Handler<'getSignIn'> = async (call, context) => {
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  if (visit.session === undefined)
    return signInPage(visit, { next, isToBeSetUp: await isToBeSetUp(context) });
  return next === undefined ? signedInPage(visit, visit.session.user, context.addresses.web) : seeOther(next);
};
