import type { Change } from '../../../change.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { conflict } from '../../../errors.ts';
import type { TextAnswer } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import type { Visit } from '../../../pages/visit.ts';
import type { Admission } from '../../../people/admit-person.ts';
import { isEmailTaken } from '../../../people/emails-store.ts';
import { type OpenInvitation, openInvitation, removeInvitation } from '../../../tokens/invitations-store.ts';
import { beginSession } from '../begin-session.ts';
import { noInvitationPage } from './invitation-page.ts';

/**
 * Uses an invitation up, stores who joins by it, and signs them in. Of two who use the same link at once one
 * finds it gone.
 */
export async function takeUp(
  context: Context,
  visit: Visit,
  { token, ipAddress }: { token: string; ipAddress: string },
  join: (
    change: Omit<Change, 'by'>,
    invitation: OpenInvitation,
    admission: Admission,
  ) => Promise<{ id: string }>,
): Promise<TextAnswer> {
  const cookies = await inTransaction(context.database, async (transaction) => {
    const at = context.clock.now();
    const invitation = await openInvitation(transaction, token, at);
    if (invitation === undefined || !(await removeInvitation(transaction, invitation.id))) return undefined;
    if (await isEmailTaken(transaction, invitation.organization_id, invitation.email))
      throw conflict(
        `This address is one of a person of ${invitation.organization} already. Sign in with it.`,
      );
    const change = { transaction, at, context, isTold: true };
    const details = { invited_by: invitation.inviter_id };
    const user = await join(change, invitation, { by: { ipAddress }, details });
    return beginSession(transaction, context, visit, user.id);
  });
  return cookies === undefined
    ? noInvitationPage()
    : seeOther(`${visit.basePath}/`, { 'set-cookie': cookies });
}
