import { homePath } from '../../access/public-addresses.ts';
import { isInvitationPath } from '../../accounts/accept-proven-invitation.ts';
import type { AdmittedPerson } from '../../accounts/admitted-person.ts';
import { prepareProvenPerson } from '../../accounts/create-proven-person.ts';
import { signInProvenPerson } from '../../accounts/sign-in-proven-person.ts';
import { inAnonymousChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import { seeOther } from '../../pages/page.ts';
import { visitOf } from '../../pages/visit.ts';
import { sessionCookies } from './session-cookies.ts';
import { notSignedInPage } from './single-sign-on-pages.ts';

/** Signs in the person whom the provider of single sign-on vouches for, and leads them to where they wanted to go. */
export async function signInPerson(
  call: Call<'getSingleSignOnCallback'>,
  context: Context,
  person: AdmittedPerson,
  next: string | undefined,
): Promise<TextAnswer> {
  const { session: before } = await visitOf(call, context);
  const counted = await prepareProvenPerson(context, person, { next });
  const outcome = await inAnonymousChange(context, (change) =>
    signInProvenPerson(change, person, { ipAddress: call.ipAddress, next, before, counted }),
  );
  if ('refusal' in outcome) return notSignedInPage(call.basePath, outcome.refusal);
  // Who has just joined did so by the invitation, whose page is not there any more.
  const onwards = outcome.isNew && isInvitationPath(next) ? undefined : next;
  const cookies = sessionCookies(context, outcome);
  return seeOther(onwards ?? homePath(context.config, call.basePath), { 'set-cookie': cookies });
}
