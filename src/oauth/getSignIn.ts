import { ownPath } from '../access/own-path.ts';
import type { Handler } from '../operation.ts';
import { seeOther } from './page.ts';
import { signedInPage, signInPage } from './sign-in-page.ts';
import { visitOf } from './visit.ts';

export const getSignIn: Handler<'getSignIn'> = async (call, context) => {
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  if (visit.session === undefined) return signInPage(visit, { next });
  return next === undefined ? signedInPage(visit, visit.session.user, context.addresses.web) : seeOther(next);
};
