import { administersInstallation, type Caller } from '../access/caller.ts';
import { forbidden } from '../errors.ts';

/** A workspace file changes whatever it names, whosever it is. @throws ApiError 403 */
export function requireApplier(caller: Caller): void {
  if (administersInstallation(caller)) return;
  throw forbidden('Only the administrator of this installation may apply a workspace file.');
}
