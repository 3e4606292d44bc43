import type { Handler } from '../../operation.ts';
import { applyWorkspaceOf } from '../../workspace-file/apply-workspace.ts';

/** Brings the installation to the state of a workspace file. */
export const applyWorkspace: Handler<'applyWorkspace'> = async ({ caller, body }, context) => ({
  json: await applyWorkspaceOf(context, caller, body),
});
