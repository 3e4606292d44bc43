import {
  type Attempt,
  attemptOf,
  type Checks,
  callbackAddress,
  noAttemptCookie,
} from '../../access/single-sign-on/attempt.ts';
import type { ProvenPerson } from '../../access/single-sign-on/proven-person.ts';
import { admittedPerson } from '../../accounts/admitted-person.ts';
import type { Context } from '../../context.ts';
import type { Call, Handler, TextAnswer } from '../../operation.ts';
import { linkPerson } from './link-provider-account.ts';
import { signInPerson } from './sign-in-person.ts';
import { notProvenPage, notSignedInPage, requireSingleSignOn } from './single-sign-on-pages.ts';

type CallbackCall = Call<'getSingleSignOnCallback'>;

/**
 * Where the provider sends people back to: they are signed in, or their account is linked. What this browser did
 * not begin is not looked at, so nobody is signed in as somebody else by a link that they follow.
 *
 * @see RFC 9700, 4.4 and 4.7; RFC 9207
 */
export const getSingleSignOnCallback: Handler<'getSingleSignOnCallback'> = async (call, context) => {
  requireSingleSignOn(context);
  const found = attemptOf(call.headers.cookie, call.query.state, context.clock.now());
  if (found === undefined)
    return notSignedInPage(
      call.basePath,
      'This sign-in was not begun in this browser, or too long ago. Begin again.',
      400,
    );
  const answer = await answerTo(call, context, found);
  const cookies = [answer.headers?.['set-cookie'] ?? []].flat();
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [...cookies, noAttemptCookie] } };
};

async function answerTo(
  call: CallbackCall,
  context: Context,
  { attempt, checks }: { attempt: Attempt; checks: Checks },
): Promise<TextAnswer> {
  const guess = { email: `single sign-on ${checks.state}`, ipAddress: call.ipAddress };
  const waitSeconds = await context.signIns.take(guess);
  if (waitSeconds !== undefined)
    return notSignedInPage(
      call.basePath,
      `Too many tries. Wait ${waitSeconds} seconds and begin again.`,
      429,
    );
  let person: ProvenPerson;
  try {
    person = await whoCameBack(call, context, attempt, checks);
  } catch (error) {
    return notProvenPage(error, context, call.basePath);
  }
  await context.signIns.giveBack(guess);
  const admission = admittedPerson(context, person);
  if ('refusal' in admission) return notSignedInPage(call.basePath, admission.refusal);
  const { linkFor, next } = attempt;
  return linkFor === undefined
    ? signInPerson(call, context, admission.person, next)
    : linkPerson(call, context, admission.person, { userId: linkFor, next });
}

/** The library is given the parameters that are ours to read, at the address that the provider knows. */
function whoCameBack(
  { query }: CallbackCall,
  context: Context,
  attempt: Attempt,
  checks: Checks,
): Promise<ProvenPerson> {
  const address = new URL(callbackAddress(context.addresses, attempt));
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  return requireSingleSignOn(context).provider.whoCameBack(address, checks);
}
