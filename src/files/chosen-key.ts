import { administersInstallation, type Caller } from '../access/caller.ts';
import { forbidden } from '../errors.ts';

/**
 * The key that a caller chose for a file or a site, if any. Only the administrator of the installation may choose:
 * whether a key is free would tell everybody else what other organizations have.
 *
 * @throws ApiError 403
 */
export function chosenKey(caller: Caller, chosen: string | undefined): string | undefined {
  if (chosen === undefined || administersInstallation(caller)) return chosen;
  throw forbidden(
    'Only the administrator of this installation chooses keys. Leave it out, and a fresh one is made.',
  );
}
