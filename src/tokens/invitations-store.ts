import type { Kysely } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import { hashToken } from '../access/token-hash.ts';
import type { InvitationId, OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import type { Tables } from '../database/tables.ts';

export const invitationLifeMs = 7 * 24 * 3_600_000;

/** An invitation as it is stored. */
export type InvitationRow = CamelRow<'invitations'>;

const { selected, columnsOf } = camelColumns('invitations', [
  ...(['id', 'organization_id', 'email', 'handle', 'role', 'seat', 'hash'] as const),
  ...(['inviter_id', 'delivery', 'created_at', 'sent_at', 'expires_at'] as const),
]);

/** An invitation behind whose link somebody is. */
export type OpenInvitation = InvitationRow & { readonly organization: string };

export async function insertInvitation(
  transaction: Kysely<Tables>,
  invitation: InvitationRow,
): Promise<void> {
  await transaction.insertInto('invitations').values(columnsOf(invitation)).execute();
}

export async function changeInvitation(
  database: Kysely<Tables>,
  id: InvitationId,
  changes: Partial<InvitationRow>,
): Promise<void> {
  await database.updateTable('invitations').set(columnsOf(changes)).where('id', '=', id).execute();
}

/** The invitations of an organization, to be asked one by one. */
const invitations = (database: Kysely<Tables>, organizationId: OrganizationId) =>
  database.selectFrom('invitations').select(selected).where('organization_id', '=', organizationId);

export const invitationsOf = (
  database: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<InvitationRow[]> => invitations(database, organizationId).execute();

/** The same in pages, newest first. */
export const pageOfInvitations = (
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  query: PageQuery,
): Promise<Page<InvitationRow>> =>
  pageByTime(invitations(database, organizationId), 'invitations', query, { direction: 'desc' });

export async function findInvitation(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  id: InvitationId,
): Promise<InvitationRow | undefined> {
  return invitations(database, organizationId).where('id', '=', id).executeTakeFirst();
}

/**
 * The invitation of a link that is not used, not withdrawn and not older than a week. It counts only for as long
 * as who sent it may invite: who lost that right does not come back by a link they kept.
 */
export async function openInvitation(
  database: Kysely<Tables>,
  token: string,
  now: number,
): Promise<OpenInvitation | undefined> {
  return database
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .select(selected)
    .select('organizations.name as organization')
    .where('invitations.hash', '=', hashToken(token))
    .where('invitations.expires_at', '>', now)
    .where((term) =>
      term.or([
        term('users.installation_admin', '=', 1),
        term.and([
          term('users.role', '=', 'admin'),
          term('users.organization_id', '=', term.ref('invitations.organization_id')),
        ]),
      ]),
    )
    .executeTakeFirst();
}

/** Takes an invitation away. Answers whether it was there: of two who use the same link one is told so. */
export async function removeInvitation(transaction: Kysely<Tables>, id: InvitationId): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('invitations')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Takes away those of an address, for when it is one of the organization's people. */
export async function removeInvitationsOf(
  transaction: Kysely<Tables>,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  await transaction
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where((term) => term(term.fn<string>('lower', ['email']), '=', emailKey(email)))
    .execute();
}

/** Invitations that ended long ago; for a month they are shown as ended, to be sent again. */
export async function deleteOldInvitations(database: Kysely<Tables>, now: number): Promise<void> {
  const shownMs = 30 * 24 * 3_600_000;
  await database
    .deleteFrom('invitations')
    .where('expires_at', '<=', now - shownMs)
    .execute();
}
