import { isSameEmail } from '../../../access/email-address.ts';
import { forbidden } from '../../../errors.ts';
import type { Handler } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import { requireFormToken, visitOf } from '../../../pages/visit.ts';
import { changeUser, findAccount, insertUser } from '../../../people/people-store.ts';
import { takeUp } from './accept-invitation.ts';

/**
 * Takes up an invitation as who is signed in, if the address is theirs. An account is of one organization: one
 * that is of another stays there as it is, and the person gets a second one that the same password opens.
 */
export const postInvitationJoin: Handler<'postInvitationJoin'> = async (call, context) => {
  const token = call.path.invitation_token;
  const visit = await visitOf(call, context);
  const { session } = visit;
  if (session === undefined) {
    const here = `${call.basePath}/invitation/${encodeURIComponent(token)}`;
    return seeOther(`${call.basePath}/sign-in?${new URLSearchParams({ next: here })}`);
  }
  requireFormToken(visit, call.body.form_token);
  const freshId = context.ids.digits();
  return takeUp(context, visit, { token, ipAddress: call.ipAddress }, async (transaction, invitation) => {
    const account = await findAccount(transaction, session.user.id);
    if (!isSameEmail(account.email, invitation.email))
      throw forbidden('This invitation is for another e-mail address than yours.');
    const { role, seat, organization_id } = invitation;
    const { handle, email, img_url, password_hash } = account;
    if (account.organization_id === null && account.installation_admin === 0) {
      await changeUser(transaction, account.id, { role, seat, organization_id });
      return account;
    }
    if (visit.singleSignOn?.isOnly)
      throw forbidden('Single sign-on opens one account for you, and it is of another organization.');
    const place = { role, seat, organization_id, created_at: context.clock.now() };
    await insertUser(transaction, { id: freshId, handle, email, img_url, password_hash, ...place });
    return { id: freshId, handle, email };
  });
};
