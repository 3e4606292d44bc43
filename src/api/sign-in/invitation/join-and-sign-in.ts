import { acceptInvitation, prepareAcceptance } from '../../../accounts/accept-invitation.ts';
import { beginSession } from '../../../accounts/begin-session.ts';
import type { Joining } from '../../../accounts/join-by-invitation.ts';
import { inAnonymousChange } from '../../../change.ts';
import type { Context } from '../../../context.ts';
import type { TextAnswer } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import type { Visit } from '../../../pages/visit.ts';
import { sessionCookies } from '../session-cookies.ts';
import { noInvitationPage } from './invitation-page.ts';

/** Accepts an invitation, and signs in who joins by it. */
export async function joinAndSignIn(
  context: Context,
  visit: Visit,
  given: { readonly token: string; readonly ipAddress: string },
  join: Joining,
): Promise<TextAnswer> {
  const counted = await prepareAcceptance(context, given.token);
  const begun = await inAnonymousChange(context, async (change) => {
    const joined = await acceptInvitation(change, { ...given, counted }, join);
    if (joined === undefined) return undefined;
    return { ...joined, secret: await beginSession(change, { ...joined, before: visit.session }) };
  });
  if (begun === undefined) return noInvitationPage(visit.basePath);
  return seeOther(`${visit.basePath}/`, { 'set-cookie': sessionCookies(context, begun) });
}
