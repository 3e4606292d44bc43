import { endLostGrants } from '../apps/end-grants.ts';
import type { Change } from '../change.ts';
import type { TeamId, UserId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { deleteTeamRole, type MemberRole, putTeamRole } from '../places/members-store.ts';
import { findAdministeredTeam } from '../places/teams-store.ts';
import { findInvitable, findPerson } from './people-store.ts';
import { recordMembership } from './record-membership.ts';

/** Who is meant, and of which team. */
export interface TeamMember {
  readonly teamId: TeamId;
  readonly userId: UserId;
}

/**
 * Makes somebody a member of a team, or gives them another role; what apps may do by a role that they had ends with it.
 * @throws ApiError 403, 404
 */
export async function putTeamMember(
  change: Change,
  { teamId, userId, role }: TeamMember & { readonly role: MemberRole },
): Promise<void> {
  const { transaction, by } = change;
  const { organizationId } = await findAdministeredTeam(transaction, by, teamId);
  const person = await findInvitable(transaction, by, organizationId, userId);
  const before = await putTeamRole(transaction, { placeId: teamId, userId, role });
  if (before !== undefined) await endLostGrants(transaction, userId);
  const place = { of: 'team', id: teamId, organizationId, teamId } as const;
  await recordMembership(change, { ...place, person, before, after: role });
}

/**
 * Takes somebody out of a team, with what apps might do by it.
 * @throws ApiError 403, 404
 */
export async function removeTeamMember(change: Change, { teamId, userId }: TeamMember): Promise<void> {
  const { transaction, by } = change;
  const { organizationId } = await findAdministeredTeam(transaction, by, teamId);
  const before = await deleteTeamRole(transaction, teamId, userId);
  if (before === undefined) throw notFound('This person is not a member.');
  await endLostGrants(transaction, userId);
  const person = await findPerson(transaction, userId);
  const place = { of: 'team', id: teamId, organizationId, teamId } as const;
  await recordMembership(change, { ...place, person, before, after: undefined });
}
