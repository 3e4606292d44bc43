import { badRequest } from '../../errors.ts';
import { lastTime, timeIn } from '../../iso-time.ts';
import { keepLogs } from '../../jobs/log-retention.ts';
import type { Call, Handler } from '../../operation.ts';
import { pruneWebhooks } from '../../webhooks/prune-webhooks.ts';
import { advanceClock } from './advance-clock.ts';
import { durationMs } from './duration.ts';
import { requireTestClock } from './require-test-mode.ts';

/** Moves the clock ahead, through everything that is due on the way. */
export const setClock: Handler<'setClock'> = async ({ body }, context) => {
  const clock = requireTestClock(context);
  const now = clock.now();
  const time = timeAsked(body, now);
  if (time === undefined) throw badRequest('Say where to move the clock: "advance" or "set".');
  if (time < now) throw badRequest(`The clock goes forward only; it is ${new Date(now).toISOString()} now.`);
  if (time > lastTime) throw badRequest('The clock ends with the year 9999.');
  await advanceClock(context, clock, time);
  // What is kept for so many days is gone to the second, which the upkeep of an hour is too coarse for.
  await keepLogs(context, clock.now());
  await pruneWebhooks(context.database, clock.now());
  return { json: { now: new Date(clock.now()).toISOString() } };
};

const timeAsked = ({ advance, set }: Call<'setClock'>['body'], now: number): number | undefined =>
  advance === undefined ? timeIn(set ?? '') : now + durationMs(advance);
