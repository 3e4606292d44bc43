import { isToBeSetUp } from '../../../accounts/set-up-administrator.ts';
import type { Handler } from '../../../operation.ts';
import { visitOf } from '../../../pages/visit.ts';
import { firstRunPage, noFirstRunPage } from './first-run-page.ts';

export const getFirstRun: Handler<'getFirstRun'> = async (call, context) =>
  (await isToBeSetUp(context)) ? firstRunPage(await visitOf(call, context)) : noFirstRunPage(call.basePath);
