import type { Kysely } from 'kysely';
import { isSameEmail } from '../access/email-address.ts';
import type { Tables } from '../database/tables.ts';
import { isEmailTaken } from '../people/emails-store.ts';
import { openInvitation, removeInvitation } from '../tokens/invitations-store.ts';

/** Where somebody is let in, as what. */
export interface InvitedPlace {
  readonly organizationId: string;
  readonly role: 'admin' | 'member' | 'guest';
  readonly seat: 'full' | 'dev' | 'collab' | 'view';
}

const pathForm = /\/invitation\/([\w-]{43})$/;

/** Whether a path that somebody goes on to is that of an invitation. */
export const isInvitationPath = (path: string | undefined): boolean => pathForm.test(path ?? '');

/**
 * Uses up the invitation that somebody came from to the provider of single sign-on, if the address that the
 * provider has verified is the one that was invited.
 */
export async function acceptProvenInvitation(
  transaction: Kysely<Tables>,
  { path, email, now }: { path: string | undefined; email: string; now: number },
): Promise<InvitedPlace | undefined> {
  const token = pathForm.exec(path ?? '')?.[1];
  const invitation = token === undefined ? undefined : await openInvitation(transaction, token, now);
  if (invitation === undefined || !isSameEmail(invitation.email, email)) return undefined;
  if (await isEmailTaken(transaction, invitation.organization_id, email)) return undefined;
  if (!(await removeInvitation(transaction, invitation.id))) return undefined;
  const { organization_id: organizationId, role, seat } = invitation;
  return { organizationId, role, seat };
}
