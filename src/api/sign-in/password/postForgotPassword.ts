import { countLink } from '../../../accounts/count-link.ts';
import { mailResets } from '../../../accounts/mail-resets.ts';
import { ApiError } from '../../../errors.ts';
import type { Handler } from '../../../operation.ts';
import { staleFormProblem, visitOf } from '../../../pages/visit.ts';
import { forgotPasswordPage, linkSentPage, noMailPage } from './forgot-password-page.ts';

/**
 * Sends links to choose another password. Whether there is such an account is looked up after the answer, so that
 * neither the answer nor the time that it takes says so.
 */
export const postForgotPassword: Handler<'postForgotPassword'> = async (call, context) => {
  const { email } = call.body;
  const visit = await visitOf(call, context);
  if (!context.mailer.isOn) return noMailPage(call.basePath);
  const stale = staleFormProblem(visit, call);
  if (stale !== undefined) return forgotPasswordPage(visit, { email, problem: stale }, { status: 403 });
  try {
    const counted = await countLink(context, { email, ipAddress: call.ipAddress });
    context.mailer.later(() => mailResets(context, counted));
    return linkSentPage(visit);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, headers, message: problem } = error;
    return forgotPasswordPage(visit, { email, problem }, { status, headers });
  }
};
