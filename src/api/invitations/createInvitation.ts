import type { Kysely } from 'kysely';
import { emailKey, isSameEmail } from '../../access/email-address.ts';
import { requireName } from '../../access/shown-name.ts';
import { hashToken } from '../../access/token-hash.ts';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { conflict } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { refuseTakenEmail } from '../../people/emails-store.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import {
  type InvitationRow,
  insertInvitation,
  invitationLifeMs,
  invitationsOf,
  removeInvitation,
} from '../../tokens/invitations-store.ts';
import { sendLink } from './send-link.ts';

/** More than these wait in no organization. */
const mostInvitations = 1000;

/** Invites an address. Who it is of, and whether they have an account elsewhere, is asked of nobody. */
export const createInvitation: Handler<'createInvitation'> = async ({ caller, path, body }, context) => {
  requireName(body.handle ?? undefined);
  const token = context.ids.secret();
  const now = context.clock.now();
  const invitation: InvitationRow = {
    id: context.ids.digits(),
    organization_id: path.organization_id,
    email: body.email,
    handle: body.handle?.trim() ?? null,
    role: body.role ?? 'member',
    seat: body.seat ?? 'full',
    hash: hashToken(token),
    inviter_id: caller.user.id,
    delivery: context.mailer.isOn ? 'sending' : 'shown',
    ...{ created_at: now, sent_at: now, expires_at: now + invitationLifeMs },
  };
  const organization = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const found = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    await refuseTakenEmail(transaction, found.id, body.email);
    await makeRoomFor(transaction, found.id, body.email, now);
    await insertInvitation(transaction, invitation);
    await recordActivity(change, {
      type: 'org_invitation_create',
      entity: organizationEntity(found),
      organizationId: found.id,
      details: { email: body.email, permission: invitation.role, seat: invitation.seat },
    });
    return found;
  });
  const sending = { organization: organization.name, inviter: caller.user.handle, token };
  return { json: await sendLink(context, invitation, sending) };
};

/** @throws ApiError 409 for an address that is invited already, and where there are too many */
async function makeRoomFor(
  transaction: Kysely<Tables>,
  organizationId: string,
  email: string,
  now: number,
): Promise<void> {
  const present = await invitationsOf(transaction, organizationId);
  const before = present.find((invitation) => isSameEmail(invitation.email, email));
  if (before !== undefined && before.expires_at > now)
    throw conflict(`${emailKey(email)} is invited already; send that invitation again, or withdraw it.`);
  if (before !== undefined) await removeInvitation(transaction, before.id);
  else if (present.length >= mostInvitations)
    throw conflict(`There are ${mostInvitations} invitations; withdraw those that are not needed.`);
}
