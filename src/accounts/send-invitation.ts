import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { PageQuery } from '../access/paged-list.ts';
import { hashToken } from '../access/token-hash.ts';
import type { Change } from '../change.ts';
import type { InvitationId, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import {
  changeInvitation,
  findInvitation,
  type InvitationRow,
  invitationLifeMs,
  pageOfInvitations,
  removeInvitation as removeRow,
} from '../tokens/invitations-store.ts';
import type { UnsentInvitation } from './mail-invitation.ts';

/** Which invitation is meant, and whose. */
export interface NamedInvitation {
  readonly organizationId: OrganizationId;
  readonly id: InvitationId;
}

/**
 * Makes an invitation ready to be sent again. Only the hash of its link is known, so it gets another; the one before
 * is void.
 * @throws ApiError 403, 404
 */
export async function sendInvitation(change: Change, asked: NamedInvitation): Promise<UnsentInvitation> {
  const { transaction, by, at, context } = change;
  const organization = await requireAdministeredOrganization(transaction, by, asked.organizationId);
  const before = await requireInvitation(transaction, asked);
  const token = context.ids.secret();
  const changes = {
    hash: hashToken(token),
    inviterId: by.user.id,
    delivery: context.mailer.isOn ? ('sending' as const) : ('shown' as const),
    sentAt: at,
    expiresAt: at + invitationLifeMs,
  };
  await changeInvitation(transaction, before.id, changes);
  await recordActivity(change, {
    type: 'org_invitation_send',
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { email: before.email },
  });
  const invitation = { ...before, ...changes };
  return { invitation, token, organization: organization.name, inviter: by.user.handle };
}

/**
 * Withdraws an invitation: its link leads nowhere from then on.
 * @throws ApiError 403, 404
 */
export async function removeInvitation(change: Change, asked: NamedInvitation): Promise<void> {
  const { transaction, by } = change;
  const organization = await requireAdministeredOrganization(transaction, by, asked.organizationId);
  const { id, email } = await requireInvitation(transaction, asked);
  await removeRow(transaction, id);
  await recordActivity(change, {
    type: 'org_invitation_delete',
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { email },
  });
}

/** @throws ApiError 404 */
async function requireInvitation(
  transaction: Kysely<Tables>,
  { organizationId, id }: NamedInvitation,
): Promise<InvitationRow> {
  const invitation = await findInvitation(transaction, organizationId, id);
  if (invitation === undefined) throw notFound('Invitation not found');
  return invitation;
}

/**
 * A page of an organization's invitations.
 * @throws ApiError 403, 404
 */
export async function administeredInvitations(
  database: Kysely<Tables>,
  caller: Caller,
  id: OrganizationId,
  query: PageQuery,
) {
  const organization = await requireAdministeredOrganization(database, caller, id);
  return pageOfInvitations(database, organization.id, query);
}
