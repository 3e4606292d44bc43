import type { Caller } from '../access/caller.ts';
import { requireInstallationAdministrator } from '../access/installation-administrator.ts';

/** A workspace file changes whatever it names, whosever it is. @throws ApiError 403 */
export function requireApplier(caller: Caller): void {
  requireInstallationAdministrator(caller, 'apply a workspace file');
}
