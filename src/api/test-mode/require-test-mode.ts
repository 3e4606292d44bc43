import type { MovableClock } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { TestMode } from '../../test-mode.ts';

/** What test mode keeps; outside of it its operations are not there. @throws ApiError 404 */
export function requireTestMode({ testMode }: Context): TestMode {
  if (testMode === undefined) throw notFound();
  return testMode;
}

/** The clock that tests move, of all processes where several serve the installation. @throws ApiError 404 */
export function requireTestClock({ testClock }: Context): MovableClock {
  if (testClock === undefined) throw notFound();
  return testClock;
}
