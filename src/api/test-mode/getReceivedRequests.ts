import type { Handler } from '../../operation.ts';
import { requireTestMode } from './require-test-mode.ts';

/** The calls since the last reset, those of test mode itself left out. */
export const getReceivedRequests: Handler<'getReceivedRequests'> = async (_call, context) => ({
  json: { requests: requireTestMode(context).received.all() },
});
