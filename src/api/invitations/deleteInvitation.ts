import { removeInvitation } from '../../accounts/send-invitation.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

export const deleteInvitation: Handler<'deleteInvitation'> = async ({ caller, path }, context) => {
  const asked = { organizationId: path.organization_id, id: path.invitation_id };
  await inChange(context, caller, (change) => removeInvitation(change, asked));
  return { json: { status: 200, error: false } };
};
