import type { Kysely } from 'kysely';
import { isSameEmail } from '../access/email-address.ts';
import type { InvitationId, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { isEmailTaken } from '../people/emails-store.ts';
import { openInvitation, removeInvitation } from '../tokens/invitations-store.ts';

/** Where somebody is let in, as what. */
export interface InvitedPlace {
  readonly organizationId: OrganizationId;
  readonly role: 'admin' | 'member' | 'guest';
  readonly seat: 'full' | 'dev' | 'collab' | 'view';
}

const pathForm = /\/invitation\/([\w-]{43})$/;

/** Whether a path that somebody goes on to is that of an invitation. */
export const isInvitationPath = (path: string | undefined): boolean => pathForm.test(path ?? '');

/** An invitation as somebody comes back to it from the provider. */
interface ProvenPath {
  readonly path: string | undefined;
  /** Undefined where the provider has verified none. */
  readonly email: string | undefined;
  readonly now: number;
}

/** The invitation that somebody came from to the provider, if the address is the one that was invited. */
export async function findProvenInvitation(
  database: Kysely<Tables>,
  { path, email, now }: ProvenPath,
): Promise<(InvitedPlace & { readonly id: InvitationId }) | undefined> {
  const token = pathForm.exec(path ?? '')?.[1];
  if (token === undefined || email === undefined) return undefined;
  const invitation = await openInvitation(database, token, now);
  if (invitation === undefined || !isSameEmail(invitation.email, email)) return undefined;
  if (await isEmailTaken(database, invitation.organizationId, email)) return undefined;
  const { id, organizationId, role, seat } = invitation;
  return { id, organizationId, role, seat };
}

/**
 * Uses up the invitation that somebody came from to the provider of single sign-on, if the address that the
 * provider has verified is the one that was invited.
 */
export async function acceptProvenInvitation(
  transaction: Kysely<Tables>,
  asked: ProvenPath,
): Promise<InvitedPlace | undefined> {
  const invitation = await findProvenInvitation(transaction, asked);
  if (invitation === undefined || !(await removeInvitation(transaction, invitation.id))) return undefined;
  const { id: _used, ...place } = invitation;
  return place;
}
