import { isSameEmail } from '../../../access/email-address.ts';
import { html } from '../../../console/html.ts';
import type { TextAnswer } from '../../../operation.ts';
import { formPage, formTokenField, newPasswordFields, problemLine } from '../../../pages/form-page.ts';
import { signedOutPage } from '../../../pages/message-page.ts';
import { signOutForm } from '../../../pages/sign-in-page.ts';
import type { Visit } from '../../../pages/visit.ts';
import type { OpenInvitation } from '../../../tokens/invitations-store.ts';

interface InvitationForm {
  readonly invitation: OpenInvitation;
  /** Path of this page. */
  readonly here: string;
  readonly handle?: string;
  readonly problem?: string;
}

/**
 * What an invited person sees: a form for who is new, a button for who is signed in with that address. It is the
 * same whether the address has an account or not.
 */
export function invitationPage(visit: Visit, form: InvitationForm): TextAnswer {
  const { session, singleSignOn } = visit;
  if (session === undefined && singleSignOn?.isOnly) return atProviderPage(visit, form, singleSignOn);
  if (session === undefined) return newAccountPage(visit, form);
  return isSameEmail(session.user.email, form.invitation.email)
    ? joinPage(visit, form)
    : otherPersonPage(visit, form);
}

function newAccountPage(visit: Visit, { invitation, here, handle, problem }: InvitationForm): TextAnswer {
  const { organization, email } = invitation;
  return formPage(visit, {
    title: `Join ${organization}`,
    status: problem === undefined ? 200 : 400,
    content: html`<h1>Join ${organization}</h1>
<p>You are invited. Choose the name that others see, and a password.</p>
${problemLine(problem)}<form method="post" action="${here}">
${formTokenField(visit)}
<label>Name
<input type="text" name="handle" value="${handle ?? invitation.handle ?? ''}" autocomplete="name" maxlength="255" required autofocus></label>
${newPasswordFields(email)}
<div class="choices"><button class="main" type="submit">Join</button></div>
</form>
<p class="quiet after">Already have an account with this address? <a href="${visit.basePath}/sign-in?${String(new URLSearchParams({ next: here }))}">Sign in</a> to join with it.</p>`,
  });
}

/** Where passwords open no accounts, the provider says whose address it is. */
function atProviderPage(
  visit: Visit,
  { invitation, here }: InvitationForm,
  { address, label }: NonNullable<Visit['singleSignOn']>,
): TextAnswer {
  const { organization, email } = invitation;
  return formPage(visit, {
    title: `Join ${organization}`,
    content: html`<h1>Join ${organization}</h1>
<p>You are invited as <strong>${email}</strong>. Sign in with that address to join.</p>
<p><a class="button" href="${address}?${String(new URLSearchParams({ next: here }))}">Sign in with ${label}</a></p>`,
  });
}

function joinPage(visit: Visit, { invitation, here, problem }: InvitationForm): TextAnswer {
  const { organization } = invitation;
  const { handle = '', email = '' } = visit.session?.user ?? {};
  return formPage(visit, {
    title: `Join ${organization}`,
    status: problem === undefined ? 200 : 400,
    content: html`<h1>Join ${organization}</h1>
<p>You are signed in as <strong>${handle}</strong> (${email}). In ${organization} you will have the same name and password; your other account stays as it is.</p>
${problemLine(problem)}<form method="post" action="${here}/join">
${formTokenField(visit)}
<div class="choices"><button class="main" type="submit">Join</button></div>
</form>
${signOutForm(visit, here, 'Use another account')}`,
  });
}

function otherPersonPage(visit: Visit, { invitation, here }: InvitationForm): TextAnswer {
  const { handle = '', email = '' } = visit.session?.user ?? {};
  return formPage(visit, {
    title: `Join ${invitation.organization}`,
    content: html`<h1>This invitation is for somebody else</h1>
<p>It was sent to <strong>${invitation.email}</strong>. You are signed in as ${handle} (${email}).</p>
${signOutForm(visit, here, 'Sign out, and go on')}`,
  });
}

/** The same for a link that was used, withdrawn, is too old or was never sent. */
export function noInvitationPage(basePath: string): TextAnswer {
  const sentence =
    'The link of this invitation was used already, is older than seven days, or is not complete. Ask for another one.';
  return signedOutPage('This invitation is not there', sentence, basePath, 404);
}
