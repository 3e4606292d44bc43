import { countLink } from '../../../accounts/count-link.ts';
import { mailResets } from '../../../accounts/mail-resets.ts';
import { ApiError } from '../../../errors.ts';
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
  if (!context.mailer.isOn) return noMailPage(call.basePath);
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
