import { administersInstallation, type Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { EarlyChange } from '../change.ts';
import type { Context } from '../context.ts';
import { type OrganizationId, type TeamId, teamIdOf, type UserId } from '../contract/branded-ids.ts';
import { badRequest, forbidden } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { teamEntity } from '../events/activity-entities.ts';
import { putTeamRole } from './members-store.ts';
import { findOrganization } from './organizations-store.ts';
import { administersOrganization } from './place-role.ts';
import { insertTeam, type Team, type TeamFields } from './teams-store.ts';

export interface NewTeam extends TeamFields {
  /** Null for that of nobody: refused with a sentence. */
  readonly organizationId: OrganizationId | null;
  /** Only a workspace file chooses it. */
  readonly id?: TeamId | undefined;
  /** Its first admin: who makes it, where it is left out. A workspace file says all members itself. */
  readonly adminId?: UserId | null;
}

/**
 * Counts the teams that there are, ahead of the change that makes another.
 * @throws ApiError 400, 403
 */
export async function prepareTeam(
  context: Context,
  caller: Caller,
  wanted: NewTeam,
): Promise<Counted<'teamsOfOrganization'>> {
  return refuseBeyond(context.database, 'teamsOfOrganization', requirePlace(caller, wanted));
}

/**
 * Makes a team in an organization that the caller administers.
 * @throws ApiError 400, 403
 */
export async function createTeam(
  change: EarlyChange,
  wanted: NewTeam,
  counted: Counted<'teamsOfOrganization'>,
): Promise<Team> {
  const { transaction, by, at, context } = change;
  const organizationId = requirePlace(by, wanted);
  spend(counted, 'teamsOfOrganization', organizationId);
  if (administersInstallation(by) && (await findOrganization(transaction, organizationId)) === undefined) {
    throw badRequest(`There is no organization "${organizationId}".`);
  }
  const { id = teamIdOf(context.ids.digits()), adminId = by.user.id, ...fields } = wanted;
  const team = await insertTeam(transaction, { ...fields, id, organizationId, createdAt: at });
  if (adminId !== null) await putTeamRole(transaction, { placeId: id, userId: adminId, role: 'admin' });
  const entity = teamEntity(team);
  await recordActivity(change, { type: 'team_create', entity, organizationId, teamId: id });
  return { ...team, teamRole: adminId === by.user.id ? 'admin' : null };
}

/** @throws ApiError 400 for a name or an organization that there cannot be, 403 where the caller does not administer it */
function requirePlace(caller: Caller, { name, organizationId }: NewTeam): OrganizationId {
  requireName(name);
  if (organizationId === null) throw badRequest('Name the "organization": you belong to none.');
  if (administersOrganization(caller, organizationId)) return organizationId;
  throw forbidden('Only an administrator of the organization may make a team.');
}
