import { allowApp } from '../apps/allow-app.ts';
import { requireMayAllow } from '../apps/may-allow.ts';
import { inChange } from '../change.ts';
import type { Handler } from '../operation.ts';
import { seeOther } from '../pages/page.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { staleFormProblem, visitOf, visitorOf } from '../pages/visit.ts';
import { callbackAddress, readAuthorization } from './authorization.ts';
import { consentPage, deniedPage } from './consent-page.ts';

/**
 * What the person decided. All that was asked is checked again: it comes with the form.
 * @see OAUTH-39, OAUTH-40
 */
export const postOAuthConsent: Handler<'postOAuthConsent'> = async (call, context) => {
  const authorization = await readAuthorization(context.database, call.query);
  const visit = await visitOf(call, context);
  const problem = staleFormProblem(visit, call);
  const here = `${call.basePath}/oauth?${new URLSearchParams(call.query as Record<string, string>)}`;
  if (visit.session === undefined) return signInPage(visit, { next: here });
  const { app, redirectUri, scopes, codeChallenge } = authorization;
  await requireMayAllow(context.database, visit.session.user, app);
  if (problem !== undefined) return consentPage(visit, visit.session, authorization, { here, problem });
  if (call.body.decision === 'deny') return deniedPage(authorization, visit);
  const code = await inChange(context, visitorOf(visit, visit.session, call.ipAddress), (change) =>
    allowApp(change, { clientId: app.clientId, redirectUri, scopes, codeChallenge }),
  );
  return seeOther(callbackAddress(authorization, code));
};
