import { joinAs } from '../../../accounts/join-by-invitation.ts';
import type { Handler } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import { requireFormToken, visitOf } from '../../../pages/visit.ts';
import { joinAndSignIn } from './join-and-sign-in.ts';

/** Accepts an invitation as who is signed in. */
export const postInvitationJoin: Handler<'postInvitationJoin'> = async (call, context) => {
  const token = call.path.invitation_token;
  const visit = await visitOf(call, context);
  const { session } = visit;
  if (session === undefined) {
    const here = `${call.basePath}/invitation/${encodeURIComponent(token)}`;
    return seeOther(`${call.basePath}/sign-in?${new URLSearchParams({ next: here })}`);
  }
  requireFormToken(visit, call.body.form_token);
  return joinAndSignIn(context, visit, { token, ipAddress: call.ipAddress }, joinAs(session.user.id));
};
