import { administersInstallation } from '../../access/caller.ts';
import { forbidden } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { applyWorkspace as apply } from './apply/apply-workspace.ts';

/** Brings the installation to the state of a workspace file; only its administrator may. */
export const applyWorkspace: Handler<'applyWorkspace'> = async ({ caller, body }, context) => {
  if (!administersInstallation(caller)) {
    throw forbidden('Only the administrator of this installation may apply a workspace file.');
  }
  return { json: await apply(context, body) };
};
