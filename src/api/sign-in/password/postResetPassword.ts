import { acceptPassword } from '../../../access/accepted-password.ts';
import { passwordProblem } from '../../../access/password-policy.ts';
import { resetPassword } from '../../../accounts/change-password.ts';
import { mailPasswordChanged } from '../../../accounts/mail-password-changed.ts';
import { inAnonymousChange } from '../../../change.ts';
import type { Handler } from '../../../operation.ts';
import { staleFormProblem, visitOf } from '../../../pages/visit.ts';
import { personToReset } from '../../../tokens/password-resets-store.ts';
import { noResetPage, passwordChangedPage, resetPasswordPage } from './reset-password-page.ts';

/** Sets the password, which ends this link, all others, and every session. Nobody is signed in by it. */
export const postResetPassword: Handler<'postResetPassword'> = async (call, context) => {
  const token = call.path.reset_token;
  const { database, clock } = context;
  const visit = await visitOf(call, context);
  const stale = staleFormProblem(visit, call);
  const person = await personToReset(database, token, clock.now());
  if (person === undefined) return noResetPage(call.basePath);
  const problem = stale ?? passwordProblem(call.body.password, person);
  if (problem !== undefined) {
    const here = `${call.basePath}/reset-password/${encodeURIComponent(token)}`;
    return resetPasswordPage(visit, { person, here, problem });
  }
  const { ipAddress } = call;
  const password = await acceptPassword(context, { password: call.body.password, person, ipAddress });
  const given = { token, password, ipAddress };
  const reset = await inAnonymousChange(context, (change) => resetPassword(change, given));
  if (reset === undefined) return noResetPage(call.basePath);
  mailPasswordChanged(context, person);
  return passwordChangedPage(visit);
};
