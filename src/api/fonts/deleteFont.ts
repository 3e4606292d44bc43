import { administersInstallation } from '../../access/caller.ts';
import { inTransaction } from '../../database/transaction.ts';
import { forbidden, notFound } from '../../errors.ts';
import { findFont, removeFont } from '../../fonts/fonts-store.ts';
import { recordFont } from '../../fonts/record-font.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/places-store.ts';

/** Takes an added font away; texts in it are drawn in another from then on. */
export const deleteFont: Handler<'deleteFont'> = async ({ caller, path }, context) => {
  await inTransaction(context.database, async (transaction) => {
    const font = await findFont(transaction, path.font_id);
    const mayKnow = administersInstallation(caller) || font?.organization_id === caller.user.organizationId;
    if (font === undefined || (font.organization_id !== null && !mayKnow)) throw notFound('Font not found');
    if (font.organization_id !== null) {
      await requireAdministeredOrganization(transaction, caller, font.organization_id);
    } else if (!administersInstallation(caller)) {
      throw forbidden('Only the administrator of this installation may take away a font of everybody.');
    }
    await removeFont(transaction, font.id);
    await recordFont(transaction, caller, context, 'org_font_delete', font);
  });
  return { json: { status: 200, error: false } };
};
