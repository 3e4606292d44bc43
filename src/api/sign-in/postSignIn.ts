import { homePath } from '../../access/public-addresses.ts';
import { beginSessionByPassword, withDearerHash } from '../../accounts/begin-session.ts';
import { type Account, provenAccounts, type SignIn } from '../../accounts/proven-accounts-store.ts';
import { inAnonymousChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { ownPath } from '../../pages/own-path.ts';
import { seeOther } from '../../pages/page.ts';
import { type SignInForm, signInPage } from '../../pages/sign-in-page.ts';
import { staleFormProblem, visitOf } from '../../pages/visit.ts';
import { type Admission, admitGuess } from './admit-password-guess.ts';
import { sessionCookies } from './session-cookies.ts';

/** Signs somebody in. The browser gets another secret, so that one it was given before stands for nobody. */
export const postSignIn: Handler<'postSignIn'> = async (call, context) => {
  const { ipAddress } = call;
  const { email, password, account } = call.body;
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  const page = (form: Omit<SignInForm, 'next' | 'email'>, answer?: Parameters<typeof signInPage>[2]) =>
    signInPage(visit, { next, email, ...form }, answer);
  const stale = staleFormProblem(visit, call);
  if (stale !== undefined) return page({ problem: stale }, { status: 403 });
  const admission = await admitGuess(context, { email, ipAddress }, call.headers.cookie);
  if ('waitSeconds' in admission) {
    const { waitSeconds } = admission;
    const problem = `Too many tries. Wait ${waitSeconds} seconds and try again.`;
    return page({ problem }, { status: 429, headers: { 'retry-after': String(waitSeconds) } });
  }
  const signIn = { email, password, next, ipAddress, onlyFor: admission.onlyFor };
  const proven = await proveAccounts(context, signIn, visit.singleSignOn?.isOnly, admission);
  const wrongPage = () => page({ problem: 'The e-mail address or the password is wrong.' }, { status: 403 });
  if (proven.length === 0) return wrongPage();
  const chosen = proven.length === 1 ? proven[0] : proven.find(({ id }) => id === account);
  if (chosen === undefined) {
    const problem = 'You have several accounts. Choose one, and give the password once more.';
    return page({ problem, accounts: proven });
  }
  const known = await withDearerHash(context, chosen, { password, ipAddress });
  const secret = await inAnonymousChange(context, (change) =>
    beginSessionByPassword(change, known, visit.session),
  );
  if (secret === undefined) return wrongPage();
  const cookies = sessionCookies(context, { secret, userId: chosen.id });
  return seeOther(next ?? homePath(context.config, call.basePath), { 'set-cookie': cookies });
};

/** The accounts that are opened. A guess that was right, and one that was never compared, are not counted. */
async function proveAccounts(
  context: Context,
  signIn: SignIn,
  onlyAdministrators: boolean | undefined,
  { giveBack }: Exclude<Admission, { waitSeconds: number }>,
): Promise<Account[]> {
  try {
    const proven = await provenAccounts(context, signIn, onlyAdministrators);
    if (proven.length > 0) await giveBack();
    return proven;
  } catch (error) {
    if (error instanceof ApiError) await giveBack();
    throw error;
  }
}
