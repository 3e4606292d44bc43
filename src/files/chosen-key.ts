import { administersInstallation, type Caller } from '../access/caller.ts';
import { forbidden } from '../errors.ts';

/** The key that a caller chose for a file or a site, if any. @throws ApiError 403 */
export const chosenKey = <Key extends string>(caller: Caller, chosen: Key | undefined): Key | undefined =>
  chosenOf(caller, 'keys', chosen);

/** The path that a caller chose for a site, if any. @throws ApiError 403 */
export const chosenPath = (caller: Caller, chosen: string | undefined): string | undefined =>
  chosenOf(caller, 'paths of sites', chosen);

/**
 * Only the administrator of the installation may choose what no two things of it share: whether it is free would
 * tell everybody else what other organizations have.
 */
function chosenOf<Text extends string>(
  caller: Caller,
  things: string,
  chosen: Text | undefined,
): Text | undefined {
  if (chosen === undefined || administersInstallation(caller)) return chosen;
  throw forbidden(
    `Only the administrator of this installation chooses ${things}. Leave it out, and a fresh one is made.`,
  );
}
