import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { TestMode } from '../../test-mode.ts';

/** What test mode keeps; outside of it its operations are not there. @throws ApiError 404 */
export function requireTestMode({ testMode }: Context): TestMode {
  if (testMode === undefined) throw notFound();
  return testMode;
}
