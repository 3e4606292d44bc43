import type { Handler } from '../../operation.ts';
import { requireTestMode } from './require-test-mode.ts';

export const getClock: Handler<'getClock'> = async (_call, context) => {
  const { clock } = requireTestMode(context);
  return { json: { now: new Date(clock.now()).toISOString() } };
};
