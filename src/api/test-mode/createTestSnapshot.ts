import { dumpTables } from '../../database/dump.ts';
import { conflict } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { requireTestMode } from './require-test-mode.ts';

const mostStates = 100;

/** Remembers all rows as they are. Blobs need no copy: test mode deletes none. */
export const createTestSnapshot: Handler<'createTestSnapshot'> = async (_call, context) => {
  const { states } = requireTestMode(context);
  if (states.size > mostStates) throw conflict(`No more than ${mostStates} states are remembered.`);
  const id = context.ids.digits();
  states.set(id, { tables: await Array.fromAsync(dumpTables(context.database)) });
  return { json: { id } };
};
