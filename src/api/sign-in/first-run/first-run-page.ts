import { html } from '../../../console/html.ts';
import type { TextAnswer } from '../../../operation.ts';
import { formPage, formTokenField, problemLine } from '../../../pages/form-page.ts';
import { signedOutPage } from '../../../pages/message-page.ts';
import type { Visit } from '../../../pages/visit.ts';

interface FirstRunForm {
  readonly handle?: string;
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** The page of a new server, on which whoever runs it becomes somebody who signs in. */
export function firstRunPage(visit: Visit, form: FirstRunForm = {}): TextAnswer {
  const { handle = '', email = '', problem, status = 200 } = form;
  return formPage(visit, {
    title: 'Set up this server',
    status,
    content: html`<h1>Set up this server</h1>
<p>The account that you make here administers it, and invites the others.</p>
${problemLine(problem)}<form method="post" action="${visit.basePath}/first-run">
${formTokenField(visit)}
<label for="token">Administrator’s token</label>
<input id="token" type="password" name="token" autocomplete="off" aria-describedby="token-place" required autofocus>
<p id="token-place" class="quiet">It stands in the file that the first start of the server printed, <code>admin-token</code> in its data folder.</p>
<label>Name
<input type="text" name="handle" value="${handle}" autocomplete="name" maxlength="255" required></label>
<label>E-mail address
<input type="email" name="email" value="${email}" autocomplete="username" maxlength="320" required></label>
<label for="password">Password</label>
<input id="password" type="password" name="password" autocomplete="new-password" minlength="12" maxlength="1024" aria-describedby="password-rule" required>
<p id="password-rule" class="quiet">At least 12 characters; a few words that nobody would guess are fine.</p>
<div class="choices"><button class="main" type="submit">Make the account</button></div>
</form>`,
  });
}

/** The same for a server that is set up, whoever asks. */
export const noFirstRunPage = (basePath: string): TextAnswer =>
  signedOutPage(
    'This server is set up already',
    'Whoever administers it signs in, and invites others.',
    basePath,
    404,
  );
