import { homePath } from '../access/addresses.ts';
import { ownPath } from '../access/own-path.ts';
import { passwordHashOf } from '../access/password-change-store.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Handler } from '../operation.ts';
import { provenAccounts } from './accounts-store.ts';
import { beginSession } from './begin-session.ts';
import { seeOther } from './page.ts';
import { signInPage } from './sign-in-page.ts';
import { requireFormToken, visitOf } from './visit.ts';

/** Signs somebody in. The browser gets another secret, so that one it was given before stands for nobody. */
export const postSignIn: Handler<'postSignIn'> = async (call, context) => {
  const { email, password, account, form_token } = call.body;
  const next = ownPath(call.query.next);
  const visit = await visitOf(call, context);
  requireFormToken(visit, form_token);
  const guess = { email, ipAddress: call.ipAddress };
  const waitSeconds = context.signIns.take(guess);
  if (waitSeconds !== undefined) {
    const problem = `Too many tries. Wait ${waitSeconds} seconds and try again.`;
    const headers = { 'retry-after': String(waitSeconds) };
    return signInPage(visit, { next, email, problem }, { status: 429, headers });
  }
  const proven = await provenAccounts(
    context.database,
    { email, password, next },
    visit.singleSignOn?.isOnly,
  );
  const problem = 'The e-mail address or the password is wrong.';
  const wrongPage = () => signInPage(visit, { next, email, problem }, { status: 403 });
  if (proven.length === 0) return wrongPage();
  context.signIns.giveBack(guess);
  const chosen = proven.length === 1 ? proven[0] : proven.find(({ id }) => id === account);
  if (chosen === undefined) {
    const problem = 'You have several accounts. Choose one, and give the password once more.';
    return signInPage(visit, { next, email, problem, accounts: proven });
  }
  const cookie = await inTransaction(context.database, async (transaction) => {
    // Who changed the password while it was compared has ended all sessions, and would not have ended this one.
    const isStill = (await passwordHashOf(transaction, chosen.id)) === chosen.passwordHash;
    return isStill ? beginSession(transaction, context, visit, chosen.id) : undefined;
  });
  if (cookie === undefined) return wrongPage();
  return seeOther(next ?? homePath(context.config, call.basePath), { 'set-cookie': cookie });
};
