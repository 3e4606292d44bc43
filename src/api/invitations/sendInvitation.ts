import { hashToken } from '../../access/token-hash.ts';
import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { changeInvitation, findInvitation, invitationLifeMs } from '../../tokens/invitations-store.ts';
import { sendLink } from './send-link.ts';

/** Sends an invitation again. Only the hash of its link is known, so it gets another; the one before is void. */
export const sendInvitation: Handler<'sendInvitation'> = async ({ caller, path }, context) => {
  const token = context.ids.secret();
  const now = context.clock.now();
  const { organization, invitation } = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const before = await findInvitation(transaction, organization.id, path.invitation_id);
    if (before === undefined) throw notFound('Invitation not found');
    const changes = {
      hash: hashToken(token),
      inviter_id: caller.user.id,
      delivery: context.mailer.isOn ? ('sending' as const) : ('shown' as const),
      ...{ sent_at: now, expires_at: now + invitationLifeMs },
    };
    await changeInvitation(transaction, before.id, changes);
    await recordActivity(change, {
      type: 'org_invitation_send',
      entity: organizationEntity(organization),
      organizationId: organization.id,
      details: { email: before.email },
    });
    return { organization, invitation: { ...before, ...changes } };
  });
  const sending = { organization: organization.name, inviter: caller.user.handle, token };
  return { json: await sendLink(context, invitation, sending) };
};
