import { type Counted, nothingComes, refuseBeyond } from '../access/caps.ts';
import type { AnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { conflict } from '../errors.ts';
import type { Admission } from '../people/admit-person.ts';
import { isEmailTaken } from '../people/emails-store.ts';
import { openInvitation, removeInvitation } from '../tokens/invitations-store.ts';
import type { Joining } from './join-by-invitation.ts';

/** Who follows the link of an invitation, from where. */
export interface Acceptance extends Pick<Admission, 'counted'> {
  readonly token: string;
  readonly ipAddress: string;
}

/**
 * Counts the people that there are, ahead of the change by which an invitation is accepted.
 * @throws ApiError 400
 */
export async function prepareAcceptance(
  { database, clock }: Context,
  token: string,
): Promise<Counted<'peopleOfOrganization'>> {
  const invitation = await openInvitation(database, token, clock.now());
  return invitation === undefined
    ? nothingComes('peopleOfOrganization')
    : refuseBeyond(database, 'peopleOfOrganization', invitation.organizationId);
}

/**
 * Uses an invitation up, and lets in who joins by it. Of two who use the same link at once one finds it gone: then
 * the answer is undefined.
 *
 * @throws ApiError 409
 */
export async function acceptInvitation(
  change: AnonymousChange,
  { token, ipAddress, counted }: Acceptance,
  join: Joining,
): Promise<{ readonly userId: UserId } | undefined> {
  const { transaction, at } = change;
  const invitation = await openInvitation(transaction, token, at);
  if (invitation === undefined || !(await removeInvitation(transaction, invitation.id))) return undefined;
  if (await isEmailTaken(transaction, invitation.organizationId, invitation.email))
    throw conflict(`This address is one of a person of ${invitation.organization} already. Sign in with it.`);
  const details = { invited_by: invitation.inviterId };
  const { id } = await join(change, invitation, { by: { ipAddress }, details, counted });
  return { userId: id };
}
