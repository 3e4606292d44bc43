import type { Handler } from '../../../operation.ts';
import { visitOf } from '../../../pages/visit.ts';
import { personToReset } from '../../../tokens/password-resets-store.ts';
import { noResetPage, resetPasswordPage } from './reset-password-page.ts';

/** The page behind a link for another password. Looking at it uses nothing up. */
export const getResetPassword: Handler<'getResetPassword'> = async (call, context) => {
  const token = call.path.reset_token;
  const person = await personToReset(context.database, token, context.clock.now());
  if (person === undefined) return noResetPage(call.basePath);
  const here = `${call.basePath}/reset-password/${encodeURIComponent(token)}`;
  return resetPasswordPage(await visitOf(call, context), { person, here });
};
