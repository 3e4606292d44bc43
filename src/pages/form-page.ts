import { type Html, html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { formToken, secretCookie } from '../tokens/session.ts';
import { type Page, pageAnswer } from './page.ts';
import type { Visit } from './visit.ts';

/** A page with a form. A browser without a secret gets one, for the form to be bound to. */
export function formPage(visit: Visit, page: Page): TextAnswer {
  const cookie = visit.isNew ? { 'set-cookie': secretCookie(visit.secret) } : {};
  return pageAnswer({ basePath: visit.basePath, ...page, headers: { ...page.headers, ...cookie } });
}

/** The field that binds a form to this browser. */
export const formTokenField = ({ secret }: Visit): Html =>
  html`<input type="hidden" name="form_token" value="${formToken(secret)}">`;

/** What was wrong with the try before. */
export const problemLine = (problem: string | undefined): Html | string =>
  problem === undefined ? '' : html`<p class="wrong" role="alert">${problem}</p>\n`;

/** The fields of a new password; programs that keep passwords read whose it is. */
export const newPasswordFields = (email: string): Html => html`<label>E-mail address
<input type="email" value="${email}" autocomplete="username" readonly></label>
${newPasswordField()}`;

function newPasswordField(): Html {
  return html`<label for="password">Password</label>
<input id="password" type="password" name="password" autocomplete="new-password" minlength="12" maxlength="1024" aria-describedby="password-rule" required>
<p id="password-rule" class="quiet">At least 12 characters; a few words that nobody would guess are fine.</p>`;
}
