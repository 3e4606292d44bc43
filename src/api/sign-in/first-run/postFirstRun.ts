import { homePath } from '../../../access/public-addresses.ts';
import { isToBeSetUp, setUpAdministrator } from '../../../accounts/set-up-administrator.ts';
import { ApiError } from '../../../errors.ts';
import type { Handler } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import { staleFormProblem, visitOf } from '../../../pages/visit.ts';
import { sessionCookies } from '../session-cookies.ts';
import { firstRunPage, noFirstRunPage } from './first-run-page.ts';

/** Makes the account of whoever has the administrator's token, as long as there is none, and signs them in. */
export const postFirstRun: Handler<'postFirstRun'> = async (call, context) => {
  const { token, handle, email, password } = call.body;
  const visit = await visitOf(call, context);
  const stale = staleFormProblem(visit, call);
  if (!(await isToBeSetUp(context))) return noFirstRunPage(call.basePath);
  if (stale !== undefined) return firstRunPage(visit, { handle, email, problem: stale, status: 403 });
  const account = { token: token.trim(), handle, email, password, ipAddress: call.ipAddress };
  try {
    const begun = await setUpAdministrator(context, account, visit.session);
    const cookies = sessionCookies(context, begun);
    return seeOther(homePath(context.config, call.basePath), { 'set-cookie': cookies });
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403].includes(error.status)) throw error;
    return firstRunPage(visit, { handle, email, problem: error.message, status: error.status });
  }
};
