import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { findInvitation, removeInvitation } from '../../tokens/invitations-store.ts';

/** Withdraws an invitation: its link leads nowhere from then on. */
export const deleteInvitation: Handler<'deleteInvitation'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const invitation = await findInvitation(transaction, organization.id, path.invitation_id);
    if (invitation === undefined) throw notFound('Invitation not found');
    await removeInvitation(transaction, invitation.id);
    await recordActivity(change, {
      type: 'org_invitation_delete',
      entity: organizationEntity(organization),
      organizationId: organization.id,
      details: { email: invitation.email },
    });
    return { json: { status: 200, error: false } };
  });
