import { emailKey, isSameEmail, requireEmailAddress } from '../access/email-address.ts';
import { requireName } from '../access/name-rules.ts';
import { hashToken } from '../access/token-hash.ts';
import type { Change, WritingChange } from '../change.ts';
import { invitationIdOf, type OrganizationId } from '../contract/branded-ids.ts';
import { conflict } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { refuseTakenEmail } from '../people/emails-store.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import {
  type InvitationRow,
  insertInvitation,
  invitationLifeMs,
  invitationsOf,
  removeInvitation,
} from '../tokens/invitations-store.ts';
import type { UnsentInvitation } from './mail-invitation.ts';

/** More than these wait in no organization. */
const mostInvitations = 1000;

export interface NewInvitation {
  readonly organizationId: OrganizationId;
  readonly email: string;
  /** What who is invited may be called. */
  readonly handle?: string | null | undefined;
  readonly role?: InvitationRow['role'] | undefined;
  readonly seat?: InvitationRow['seat'] | undefined;
}

/**
 * Invites an address. Who it is of, and whether they have an account elsewhere, is asked of nobody.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createInvitation(change: Change, wanted: NewInvitation): Promise<UnsentInvitation> {
  const { transaction, by } = change;
  requireName(wanted.handle ?? undefined);
  requireEmailAddress(wanted.email);
  const organization = await requireAdministeredOrganization(transaction, by, wanted.organizationId);
  await refuseTakenEmail(transaction, organization.id, wanted.email);
  await makeRoomFor(change, wanted);
  const { invitation, token } = invitationOf(change, wanted);
  await insertInvitation(transaction, invitation);
  await recordActivity(change, {
    type: 'org_invitation_create',
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { email: wanted.email, permission: invitation.role, seat: invitation.seat },
  });
  return { invitation, token, organization: organization.name, inviter: by.user.handle };
}

function invitationOf({ context, by, at }: Change, wanted: NewInvitation) {
  const token = context.ids.secret();
  const invitation: InvitationRow = {
    id: invitationIdOf(context.ids.digits()),
    organizationId: wanted.organizationId,
    email: wanted.email,
    handle: wanted.handle?.trim() ?? null,
    role: wanted.role ?? 'member',
    seat: wanted.seat ?? 'full',
    hash: hashToken(token),
    inviterId: by.user.id,
    delivery: context.mailer.isOn ? 'sending' : 'shown',
    createdAt: at,
    sentAt: at,
    expiresAt: at + invitationLifeMs,
  };
  return { invitation, token };
}

/** @throws ApiError 409 for an address that is invited already, and where there are too many */
async function makeRoomFor(
  { transaction, at }: WritingChange,
  { organizationId, email }: NewInvitation,
): Promise<void> {
  const present = await invitationsOf(transaction, organizationId);
  const before = present.find((invitation) => isSameEmail(invitation.email, email));
  if (before !== undefined && before.expiresAt > at)
    throw conflict(`${emailKey(email)} is invited already; send that invitation again, or withdraw it.`);
  if (before !== undefined) await removeInvitation(transaction, before.id);
  else if (present.length >= mostInvitations)
    throw conflict(`There are ${mostInvitations} invitations; withdraw those that are not needed.`);
}
