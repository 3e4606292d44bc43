import { badRequest } from '../../errors.ts';
import { keepLogs } from '../../jobs/log-retention.ts';
import type { Handler } from '../../operation.ts';
import { pruneWebhooks } from '../../webhooks/prune-webhooks.ts';
import { advanceClock } from './advance-clock.ts';
import { durationMs } from './duration.ts';
import { requireTestClock } from './require-test-mode.ts';

/** Beyond the year 9999 a time has no plain spelling. */
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Moves the clock ahead, through everything that is due on the way. */
export const setClock: Handler<'setClock'> = async ({ body }, context) => {
  const clock = requireTestClock(context);
  const now = clock.now();
  const time = body.advance === undefined ? Date.parse(body.set ?? '') : now + durationMs(body.advance);
  if (Number.isNaN(time)) throw badRequest('Say where to move the clock: "advance" or "set".');
  if (time < now) throw badRequest(`The clock goes forward only; it is ${new Date(now).toISOString()} now.`);
  if (time > lastTime) throw badRequest('The clock ends with the year 9999.');
  await advanceClock(context, clock, time);
  // What is kept for so many days is gone to the second, which the upkeep of an hour is too coarse for.
  await keepLogs(context, clock.now());
  await pruneWebhooks(context.database, clock.now());
  return { json: { now: new Date(clock.now()).toISOString() } };
};
