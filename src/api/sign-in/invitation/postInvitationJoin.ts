import { joinAs } from '../../../accounts/join-by-invitation.ts';
import type { Handler } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import { staleFormProblem, visitOf } from '../../../pages/visit.ts';
import { openInvitation } from '../../../tokens/invitations-store.ts';
import { invitationPage, noInvitationPage } from './invitation-page.ts';
import { joinAndSignIn } from './join-and-sign-in.ts';

/** Accepts an invitation as who is signed in. */
export const postInvitationJoin: Handler<'postInvitationJoin'> = async (call, context) => {
  const token = call.path.invitation_token;
  const visit = await visitOf(call, context);
  const { session } = visit;
  const here = `${call.basePath}/invitation/${encodeURIComponent(token)}`;
  if (session === undefined)
    return seeOther(`${call.basePath}/sign-in?${new URLSearchParams({ next: here })}`);
  const stale = staleFormProblem(visit, call);
  if (stale !== undefined) {
    const invitation = await openInvitation(context.database, token, context.clock.now());
    return invitation === undefined
      ? noInvitationPage(call.basePath)
      : invitationPage(visit, { invitation, here, problem: stale });
  }
  return joinAndSignIn(context, visit, { token, ipAddress: call.ipAddress }, joinAs(session.user.id));
};
