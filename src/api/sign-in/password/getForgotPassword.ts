import type { Handler } from '../../../operation.ts';
import { visitOf } from '../../../pages/visit.ts';
import { forgotPasswordPage, noMailPage } from './forgot-password-page.ts';

export const getForgotPassword: Handler<'getForgotPassword'> = async (call, context) =>
  context.mailer.isOn ? forgotPasswordPage(await visitOf(call, context)) : noMailPage(call.basePath);
