import type { Handler } from '../../operation.ts';
import { requireTestClock } from './require-test-mode.ts';

export const getClock: Handler<'getClock'> = async (_call, context) => {
  const clock = requireTestClock(context);
  return { json: { now: new Date(clock.now()).toISOString() } };
};
