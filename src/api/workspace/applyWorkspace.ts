import type { Handler } from '../../operation.ts';
import { applyWorkspace as apply } from '../../workspace-file/apply-workspace.ts';
import { requireApplier } from '../../workspace-file/require-applier.ts';

/** Brings the installation to the state of a workspace file. */
export const applyWorkspace: Handler<'applyWorkspace'> = async ({ caller, body }, context) => {
  requireApplier(caller);
  return { json: await apply(context, body) };
};
