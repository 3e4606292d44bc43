import { administersInstallation, type Caller } from '../../access/caller.ts';
import { forbidden } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { applyWorkspace as apply } from '../../workspace-file/apply-workspace.ts';

/** @throws ApiError 403 for everybody but the administrator of the installation */
export function requireApplier(caller: Caller): void {
  if (administersInstallation(caller)) return;
  throw forbidden('Only the administrator of this installation may apply a workspace file.');
}

/** Brings the installation to the state of a workspace file. */
export const applyWorkspace: Handler<'applyWorkspace'> = async ({ caller, body }, context) => {
  requireApplier(caller);
  return { json: await apply(context, body) };
};
