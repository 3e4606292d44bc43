import { restoreTables } from '../../database/dump.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { requireTestMode } from './require-test-mode.ts';

/** Goes back to a remembered state and forgets faults, received calls and simulated identities. The clock stays where it is. */
export const resetTestState: Handler<'resetTestState'> = async ({ body }, context) => {
  const testMode = requireTestMode(context);
  const id = body?.snapshot ?? 'start';
  const state = testMode.states.get(id);
  if (state === undefined) throw notFound(`No state "${id.slice(0, 100)}" is remembered.`);
  await context.developerLog.flush();
  await restoreTables(context.database, state.tables);
  testMode.faults = [];
  testMode.received.clear();
  testMode.identities.clear();
  context.rateLimits.clear();
  return { json: { status: 200, error: false } };
};
