import { administersInstallation } from '../access/caller.ts';
import { requireInstallationAdministrator } from '../access/installation-administrator.ts';
import type { Change } from '../change.ts';
import type { FontId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { deleteFont, findFont } from './fonts-store.ts';
import { recordFont } from './record-font.ts';

/**
 * Takes an added font away; texts in it are drawn in another from then on.
 * @throws ApiError 403, 404
 */
export async function removeFont(change: Change, id: FontId): Promise<void> {
  const { transaction, by } = change;
  const font = await findFont(transaction, id);
  const mayKnow = administersInstallation(by) || font?.organizationId === by.user.organizationId;
  if (font === undefined || (font.organizationId !== null && !mayKnow)) throw notFound('Font not found');
  if (font.organizationId !== null) {
    await requireAdministeredOrganization(transaction, by, font.organizationId);
  } else {
    requireInstallationAdministrator(by, 'take away a font of everybody');
  }
  await deleteFont(transaction, id);
  await recordFont(change, 'org_font_delete', font);
}
