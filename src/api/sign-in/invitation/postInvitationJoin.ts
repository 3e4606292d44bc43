import { isSameEmail } from '../../../access/email-address.ts';
import { forbidden } from '../../../errors.ts';
import type { Handler } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import { requireFormToken, visitOf } from '../../../pages/visit.ts';
import { admitAccount, admitPerson } from '../../../people/admit-person.ts';
import { findAccount } from '../../../people/people-store.ts';
import { joinAndSignIn } from './join-and-sign-in.ts';

/**
 * Accepts an invitation as who is signed in, if the address is theirs. An account is of one organization: one
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
  return joinAndSignIn(
    context,
    visit,
    { token, ipAddress: call.ipAddress },
    async (change, invitation, admission) => {
      const account = await findAccount(change.transaction, session.user.id);
      if (!isSameEmail(account.email, invitation.email))
        throw forbidden('This invitation is for another e-mail address than yours.');
      const { role, seat, organizationId } = invitation;
      const place = { role, seat, organizationId };
      if (account.organizationId === null && account.installationAdmin === 0)
        return admitAccount(change, account, place, admission);
      if (visit.singleSignOn?.isOnly)
        throw forbidden('Single sign-on opens one account for you, and it is of another organization.');
      const { handle, email, imgUrl, passwordHash } = account;
      return admitPerson(change, { handle, email, imgUrl, passwordHash, ...place }, admission);
    },
  );
};
