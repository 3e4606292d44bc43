import { html } from '../../../console/html.ts';
import type { TextAnswer } from '../../../operation.ts';
import { formPage, formTokenField, newPasswordFields, problemLine } from '../../../pages/form-page.ts';
import { signedOutPage } from '../../../pages/message-page.ts';
import { pageAnswer } from '../../../pages/page.ts';
import type { Visit } from '../../../pages/visit.ts';
import type { ResettablePerson } from '../../../tokens/password-resets-store.ts';

interface ResetPasswordForm {
  readonly person: ResettablePerson;
  /** Path of this page. */
  readonly here: string;
  readonly problem?: string;
}

export function resetPasswordPage(visit: Visit, { person, here, problem }: ResetPasswordForm): TextAnswer {
  const { organization, email } = person;
  return formPage(visit, {
    title: 'Choose another password',
    status: problem === undefined ? 200 : 400,
    content: html`<h1>Choose another password</h1>
<p>It is for your account${organization === null ? '' : html` at <strong>${organization}</strong>`}. Every browser that is signed in with it will be signed out.</p>
${problemLine(problem)}<form method="post" action="${here}">
${formTokenField(visit)}
${newPasswordFields(email)}
<div class="choices"><button class="main" type="submit">Change the password</button></div>
</form>`,
  });
}

export function passwordChangedPage({ basePath }: Visit): TextAnswer {
  return pageAnswer({
    title: 'Password changed',
    content: html`<h1>Your password is changed</h1>
<p><a href="${basePath}/sign-in">Sign in</a> with it.</p>`,
  });
}

/** The same for a link that was used, is too old or was never sent. */
export function noResetPage(basePath: string): TextAnswer {
  const sentence =
    'It was used already, is older than an hour, or is not complete. Another one may have been sent since; else ask for one.';
  return signedOutPage('This link is not good any more', sentence, basePath, 404);
}
