import type { AdmittedPerson } from '../../accounts/admitted-person.ts';
import { linkIdentity } from '../../accounts/link-identity.ts';
import { inAnonymousChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import type { UserId } from '../../contract/branded-ids.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import { messagePage } from '../../pages/message-page.ts';
import { seeOther } from '../../pages/page.ts';
import { visitOf } from '../../pages/visit.ts';

/** Lets somebody at the provider open the account of who is signed in here, and was when it began. */
export async function linkPerson(
  call: Call<'getSingleSignOnCallback'>,
  context: Context,
  person: AdmittedPerson,
  { userId, next }: { userId: UserId; next: string | undefined },
): Promise<TextAnswer> {
  const { session } = await visitOf(call, context);
  if (session?.user.id !== userId)
    return notLinkedPage(
      'You are not signed in any more as whoever began this. Sign in and begin again.',
      403,
    );
  const { user } = session;
  const came = { user, ipAddress: call.ipAddress };
  const problem = await inAnonymousChange(context, (change) => linkIdentity(change, person, came));
  if (problem !== undefined) return notLinkedPage(problem, 409);
  if (next !== undefined) return seeOther(next);
  return messagePage(
    'Linked',
    `From now on the provider opens the account of ${user.handle} (${user.email}).`,
  );
}

const notLinkedPage = (sentence: string, status: number): TextAnswer =>
  messagePage('Not linked', sentence, status);
