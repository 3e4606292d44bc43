import { administersInstallation, type Caller } from '../access/caller.ts';
import { forbidden } from '../errors.ts';

/** A backup holds everything of everybody. @throws ApiError 403 */
export function requireAdministrator(caller: Caller): void {
  if (administersInstallation(caller)) return;
  throw forbidden('Only the administrator of this installation may make or restore a backup.');
}
