import { html } from '../../../console/html.ts';
import type { TextAnswer } from '../../../operation.ts';
import { formPage, formTokenField, problemLine } from '../../../pages/form-page.ts';
import { signedOutPage } from '../../../pages/message-page.ts';
import type { Visit } from '../../../pages/visit.ts';

interface ForgotPasswordForm {
  readonly email?: string;
  readonly problem?: string;
}

export function forgotPasswordPage(
  visit: Visit,
  { email = '', problem }: ForgotPasswordForm = {},
  answer: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): TextAnswer {
  return formPage(visit, {
    title: 'Forgotten password',
    ...answer,
    content: html`<h1>Forgot your password?</h1>
<p>Say which address you sign in with. If it has an account, it is sent a link to choose another password.</p>
${problemLine(problem)}<form method="post" action="${visit.basePath}/forgot-password">
${formTokenField(visit)}
<label>E-mail address
<input type="email" name="email" value="${email}" autocomplete="username" maxlength="320" required autofocus></label>
<div class="choices"><button class="main" type="submit">Send the link</button></div>
</form>
<p class="quiet after"><a href="${visit.basePath}/sign-in">Back to the sign-in</a></p>`,
  });
}

/** The same for every address. */
export function linkSentPage({ basePath }: Visit): TextAnswer {
  return signedOutPage(
    'Look into your mail',
    'If the address has an account here, a link to choose another password is on its way to it. It works for an hour. Nothing came? Look among the spam, or ask an administrator of your organization.',
    basePath,
  );
}

export function noMailPage(basePath: string): TextAnswer {
  return signedOutPage(
    'Ask your administrator',
    'This server sends no mail. An administrator of your organization can give you a link to choose another password.',
    basePath,
  );
}
