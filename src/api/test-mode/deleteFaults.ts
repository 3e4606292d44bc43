import type { Handler } from '../../operation.ts';
import { requireTestMode } from './require-test-mode.ts';

export const deleteFaults: Handler<'deleteFaults'> = async (_call, context) => {
  requireTestMode(context).faults = [];
  return { json: { status: 200, error: false } };
};
