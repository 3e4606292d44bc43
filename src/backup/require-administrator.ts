import type { Caller } from '../access/caller.ts';
import { requireInstallationAdministrator } from '../access/installation-administrator.ts';

/** A backup holds everything of everybody. @throws ApiError 403 */
export function requireAdministrator(caller: Caller): void {
  requireInstallationAdministrator(caller, 'make or restore a backup');
}
