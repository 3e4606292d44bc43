import type { Handler } from '../../../operation.ts';
import { visitOf } from '../../../pages/visit.ts';
import { openInvitation } from '../../../tokens/invitations-store.ts';
import { invitationPage, noInvitationPage } from './invitation-page.ts';

/** The page behind the link of an invitation. Looking at it uses nothing up: programs that check mails do so. */
export const getInvitation: Handler<'getInvitation'> = async (call, context) => {
  const token = call.path.invitation_token;
  const invitation = await openInvitation(context.database, token, context.clock.now());
  if (invitation === undefined) return noInvitationPage(call.basePath);
  const here = `${call.basePath}/invitation/${encodeURIComponent(token)}`;
  return invitationPage(await visitOf(call, context), { invitation, here });
};
