import { acceptInvitation, type Joining } from '../../../accounts/accept-invitation.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { TextAnswer } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import type { Visit } from '../../../pages/visit.ts';
import { beginSession } from '../begin-session.ts';
import { noInvitationPage } from './invitation-page.ts';

/** Accepts an invitation, and signs in who joins by it. */
export async function joinAndSignIn(
  context: Context,
  visit: Visit,
  given: { readonly token: string; readonly ipAddress: string },
  join: Joining,
): Promise<TextAnswer> {
  const cookies = await inTransaction(context.database, async (transaction) => {
    const change = { transaction, at: context.clock.now(), context, isTold: true };
    const joined = await acceptInvitation(change, given, join);
    return joined && beginSession(transaction, context, visit, joined.userId);
  });
  return cookies === undefined
    ? noInvitationPage()
    : seeOther(`${visit.basePath}/`, { 'set-cookie': cookies });
}
