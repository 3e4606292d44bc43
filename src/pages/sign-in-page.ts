import type { CallerUser } from '../access/caller.ts';
import { html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { formToken, secretCookie } from '../tokens/session.ts';
import { problemLine } from './form-page.ts';
import { pageAnswer } from './page.ts';
import type { Visit } from './visit.ts';

export interface SignInForm {
  /** Path to go on to. */
  readonly next: string | undefined;
  readonly email?: string;
  /** What was wrong with the try before. */
  readonly problem?: string;
  /** Whether nobody administers the server by a password yet. */
  readonly isToBeSetUp?: boolean;
  /** Accounts to choose from, by the name of their organization. */
  readonly accounts?: readonly { readonly id: string; readonly organization: string }[];
}

/** The page that asks who somebody is. A browser without a secret gets one, for the form to be bound to. */
export function signInPage(
  visit: Visit,
  form: SignInForm,
  answer: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): TextAnswer {
  const { next, problem } = form;
  return pageAnswer({
    title: 'Sign in',
    basePath: visit.basePath,
    status: answer.status ?? 200,
    headers: {
      ...answer.headers,
      ...(visit.isNew ? { 'set-cookie': secretCookie(visit.secret) } : {}),
    },
    content: html`<h1>Sign in</h1>
${problemLine(problem)}
${singleSignOnLink(visit, next)}${passwordPart(visit, form)}${firstRunLink(visit, form)}`,
  });
}

const firstRunLink = ({ basePath }: Visit, { isToBeSetUp = false }: SignInForm) =>
  isToBeSetUp
    ? html`\n<p class="quiet after">New here? Whoever runs this server <a href="${basePath}/first-run">sets it up</a>.</p>`
    : '';

/** The form for a password; out of sight where passwords open few accounts, unless one was tried. */
function passwordPart(visit: Visit, form: SignInForm) {
  const passwords = passwordForm(visit, form);
  if (!visit.singleSignOn?.isOnly) return passwords;
  const open = { markup: form.problem === undefined ? '' : ' open' };
  return html`<details${open}><summary>Administrators of the installation</summary>\n${passwords}\n</details>`;
}

function passwordForm(visit: Visit, { next, email = '', accounts = [] }: SignInForm) {
  return html`<form method="post" action="${addressOf(visit, 'sign-in', next)}">
<input type="hidden" name="form_token" value="${formToken(visit.secret)}">
<label>E-mail address
<input type="email" name="email" value="${email}" autocomplete="username" required autofocus></label>
<label>Password
<input type="password" name="password" autocomplete="current-password" required></label>
${accounts.length === 0 ? '' : accountChoice(accounts)}
<div class="choices"><button class="main" type="submit">Sign in</button></div>
<p class="quiet after"><a href="${visit.basePath}/forgot-password">Forgot your password?</a></p>
</form>`;
}

/** The way to the provider, where there is one. */
function singleSignOnLink({ singleSignOn }: Visit, next: string | undefined) {
  if (singleSignOn === undefined) return '';
  const { address, label } = singleSignOn;
  return html`<p><a class="button" href="${withNext(address, next)}">Sign in with ${label}</a></p>\n`;
}

function accountChoice(accounts: NonNullable<SignInForm['accounts']>) {
  const choices = accounts.map(
    ({ id, organization }, index) =>
      html`<label><input type="radio" name="account" value="${id}"${{ markup: index === 0 ? ' checked' : '' }}> ${organization}</label>\n`,
  );
  return html`<fieldset><legend>Organization</legend>\n${choices}</fieldset>`;
}

/**
 * The page for somebody who is signed in and came for nothing else.
 *
 * @param web Address of the console
 */
export function signedInPage(
  visit: Visit,
  user: CallerUser,
  web: string,
  { next, problem }: Pick<SignInForm, 'next' | 'problem'> = { next: undefined },
): TextAnswer {
  return pageAnswer({
    title: 'Signed in',
    basePath: visit.basePath,
    status: problem === undefined ? 200 : 403,
    content: html`<h1>You are signed in</h1>
${problemLine(problem)}<p>As ${user.handle} (${user.email}).</p>
<p><a class="button" href="${web}/files">To your files</a></p>
${signOutForm(visit, next, 'Sign out')}`,
  });
}

/** A button that signs out, and goes on. */
export function signOutForm(visit: Visit, next: string | undefined, words: string) {
  return html`<form method="post" action="${addressOf(visit, 'sign-out', next)}">
<input type="hidden" name="form_token" value="${formToken(visit.secret)}">
<button class="link" type="submit">${words}</button>
</form>`;
}

function addressOf({ basePath }: Visit, page: string, next: string | undefined): string {
  return withNext(`${basePath}/${page}`, next);
}

const withNext = (address: string, next: string | undefined): string =>
  `${address}${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`;
