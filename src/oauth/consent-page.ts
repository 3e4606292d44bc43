import { configurationInForce } from '../apps/app.ts';
import { html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { formTokenField, problemLine } from '../pages/form-page.ts';
import { pageAnswer } from '../pages/page.ts';
import { signOutForm } from '../pages/sign-in-page.ts';
import type { Visit } from '../pages/visit.ts';
import type { Session } from '../tokens/sessions-store.ts';
import { appPlaces } from './app-links.ts';
import { type Authorization, placeOf } from './authorization.ts';
import { scopeWords } from './scope-words.ts';

/**
 * The page on which a person decides: which app, where to learn more of it, what it may do then, for
 * whose account.
 * @see OAUTH-28, OAUTH-38
 */
export function consentPage(
  visit: Visit,
  { user }: Session,
  authorization: Authorization,
  { here, problem }: { readonly here: string; readonly problem?: string },
): TextAnswer {
  const configuration = configurationInForce(authorization.app);
  const { name, description, logo } = configuration;
  const scopes = authorization.scopes.map((scope) => html`<li>${scopeWords(scope)}</li>\n`);
  return pageAnswer({
    title: `Allow ${name}?`,
    basePath: visit.basePath,
    status: problem === undefined ? 200 : 403,
    formTarget: placeOf(authorization.redirectUri),
    content: html`${logo === null ? '' : html`<img class="logo" src="${logo}" alt="">\n`}<h1>Allow ${name} to use your account?</h1>
${description === '' ? '' : html`<p>${description}</p>\n`}${appPlaces(configuration)}${draftNote(authorization)}<p>You are signed in as <strong>${user.handle}</strong> (${user.email}).</p>
<h2 id="scopes">It could then do this for you:</h2>
<ul aria-labelledby="scopes">
${scopes}</ul>
<p class="quiet">Your password stays here, whatever you decide. If you allow it, you go on to <strong>${new URL(authorization.redirectUri).host || authorization.redirectUri}</strong>.</p>
${problemLine(problem)}<form method="post" action="${here}">
${formTokenField(visit)}
<div class="choices">
<button class="main" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</div>
</form>
${signOutForm(visit, here, 'Use another account')}`,
  });
}

function draftNote({ app }: Authorization) {
  return app.state === 'draft'
    ? html`<p class="quiet">This app is a draft, for its maker to test.</p>\n`
    : '';
}

/** What is left to say when the person said no; the app is not told. @see OAUTH-40 */
export function deniedPage({ app }: Authorization, { basePath }: Visit): TextAnswer {
  const { name } = configurationInForce(app);
  return pageAnswer({
    title: 'Not allowed',
    basePath,
    content: html`<h1>You did not allow it</h1>
<p>${name} was not told, and cannot use your account. You can close this page.</p>`,
  });
}
