import type { CallerUser } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';

/** Whether somebody may add fonts of the catalogue that files of the organization are drawn with. */
export function offersFonts(
  { config }: Pick<Context, 'config'>,
  user: CallerUser | undefined,
  organizationId: OrganizationId | null,
): boolean {
  if (!config.fontsOnline || user === undefined) return false;
  return user.installationAdmin || (user.role === 'admin' && user.organizationId === organizationId);
}
