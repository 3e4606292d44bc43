import { administersInstallation } from '../../access/caller.ts';
import { inChange } from '../../change.ts';
import { forbidden, notFound } from '../../errors.ts';
import { findFont, removeFont } from '../../fonts/fonts-store.ts';
import { recordFont } from '../../fonts/record-font.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';

/** Takes an added font away; texts in it are drawn in another from then on. */
export const deleteFont: Handler<'deleteFont'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const font = await findFont(transaction, path.font_id);
    const mayKnow = administersInstallation(caller) || font?.organization_id === caller.user.organizationId;
    if (font === undefined || (font.organization_id !== null && !mayKnow)) throw notFound('Font not found');
    if (font.organization_id !== null) {
      await requireAdministeredOrganization(transaction, caller, font.organization_id);
    } else if (!administersInstallation(caller)) {
      throw forbidden('Only the administrator of this installation may take away a font of everybody.');
    }
    await removeFont(transaction, font.id);
    await recordFont(change, 'org_font_delete', font);
  });
  return { json: { status: 200, error: false } };
};
