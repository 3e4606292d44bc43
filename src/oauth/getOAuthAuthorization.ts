import { requireMayAllow } from '../apps/may-allow.ts';
import type { Handler } from '../operation.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { visitOf } from '../pages/visit.ts';
import { readAuthorization } from './authorization.ts';
import { consentPage } from './consent-page.ts';

/**
 * The authorization page: what is asked is checked before anything, then who somebody is, then they decide.
 * @see OAUTH-28…38
 */
export const getOAuthAuthorization: Handler<'getOAuthAuthorization'> = async (call, context) => {
  const authorization = await readAuthorization(context.database, call.query);
  const visit = await visitOf(call, context);
  const here = `${call.basePath}/oauth?${new URLSearchParams(call.query as Record<string, string>)}`;
  if (visit.session === undefined) return signInPage(visit, { next: here });
  await requireMayAllow(context.database, visit.session.user, authorization.app);
  return consentPage(visit, visit.session, authorization, { here });
};
