import { mailResets } from '../../../accounts/mail-resets.ts';
import type { Handler } from '../../../operation.ts';
import { requireFormToken, visitOf } from '../../../pages/visit.ts';
import { forgotPasswordPage, linkSentPage, noMailPage } from './forgot-password-page.ts';

/**
 * Sends links to choose another password. Whether there is such an account is looked up after the answer, so that
 * neither the answer nor the time that it takes says so.
 */
export const postForgotPassword: Handler<'postForgotPassword'> = async (call, context) => {
  const { email, form_token } = call.body;
  const visit = await visitOf(call, context);
  requireFormToken(visit, form_token);
  if (!context.mailer.isOn) return noMailPage();
  const waitSeconds = await context.resetRequests.take({ email, ipAddress: call.ipAddress });
  if (waitSeconds !== undefined) {
    const problem = `Too many links were asked for. Wait ${waitSeconds} seconds and try again.`;
    const headers = { 'retry-after': String(waitSeconds) };
    return forgotPasswordPage(visit, { email, problem }, { status: 429, headers });
  }
  context.mailer.later(() => mailResets(context, email));
  return linkSentPage();
};
