import { hashToken } from '../access/token-hash.ts';
import type { Handler } from '../operation.ts';
import { seeOther } from '../pages/page.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { requireFormToken, visitOf } from '../pages/visit.ts';
import { codeLifeMs, insertCode } from '../tokens/codes-store.ts';
import { callbackAddress, readAuthorization, requireMayAllow } from './authorization.ts';
import { deniedPage } from './consent-page.ts';

/**
 * What the person decided. All that was asked is checked again: it comes with the form.
 * @see OAUTH-39, OAUTH-40
 */
export const postOAuthConsent: Handler<'postOAuthConsent'> = async (call, context) => {
  const { database, ids, clock } = context;
  const authorization = await readAuthorization(database, call.query);
  const visit = await visitOf(call, context);
  if (visit.session === undefined) {
    const next = `${call.basePath}/oauth?${new URLSearchParams(call.query as Record<string, string>)}`;
    return signInPage(visit, { next });
  }
  requireFormToken(visit, call.body.form_token);
  const { user } = visit.session;
  await requireMayAllow(database, user, authorization.app);
  if (call.body.decision === 'deny') return deniedPage(authorization);
  const code = ids.secret();
  await insertCode(database, {
    hash: hashToken(code),
    app_id: authorization.app.clientId,
    user_id: user.id,
    redirect_uri: authorization.redirectUri,
    scopes: JSON.stringify(authorization.scopes),
    code_challenge: authorization.codeChallenge ?? null,
    expires_at: clock.now() + codeLifeMs,
    used_at: null,
  });
  return seeOther(callbackAddress(authorization, code));
};
