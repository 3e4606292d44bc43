import { forbidden } from '../errors.ts';
import type { CallerUser } from './caller.ts';

/** `what` ends the sentence that says what nobody else may. @throws ApiError 403 */
export function requireInstallationAdministrator(
  { user }: { readonly user: Pick<CallerUser, 'installationAdmin'> },
  what: string,
): void {
  if (!user.installationAdmin) throw forbidden(`Only the administrator of this installation may ${what}.`);
}
