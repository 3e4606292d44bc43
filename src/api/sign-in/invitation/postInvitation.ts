import { acceptPassword } from '../../../access/accepted-password.ts';
import { nameProblem } from '../../../access/name-rules.ts';
import { passwordProblem } from '../../../access/password-policy.ts';
import { joinAnew, refuseOwnPassword } from '../../../accounts/join-by-invitation.ts';
import type { Handler } from '../../../operation.ts';
import { staleFormProblem, visitOf } from '../../../pages/visit.ts';
import { openInvitation } from '../../../tokens/invitations-store.ts';
import { invitationPage, noInvitationPage } from './invitation-page.ts';
import { joinAndSignIn } from './join-and-sign-in.ts';

/** Accepts an invitation with a new account, of this organization alone. */
export const postInvitation: Handler<'postInvitation'> = async (call, context) => {
  const token = call.path.invitation_token;
  const { password } = call.body;
  const handle = call.body.handle.trim();
  const visit = await visitOf(call, context);
  const stale = staleFormProblem(visit, call);
  const invitation = await openInvitation(context.database, token, context.clock.now());
  if (invitation === undefined) return noInvitationPage(call.basePath);
  const here = `${call.basePath}/invitation/${encodeURIComponent(token)}`;
  if (stale !== undefined) return invitationPage(visit, { invitation, here, handle, problem: stale });
  refuseOwnPassword(context);
  const problem = nameProblem(handle) ?? passwordProblem(password, { email: invitation.email, handle });
  if (problem !== undefined)
    return invitationPage({ ...visit, session: undefined }, { invitation, here, handle, problem });
  const { ipAddress } = call;
  const person = { email: invitation.email, handle };
  const accepted = await acceptPassword(context, { password, person, ipAddress });
  const given = { token, ipAddress };
  return joinAndSignIn(context, visit, given, joinAnew({ handle, password: accepted }));
};
