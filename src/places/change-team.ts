import { archivedAt } from '../access/archived-store.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { OrganizationId, TeamId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { teamEntity } from '../events/activity-entities.ts';
import { recordArchive } from '../events/record-archive.ts';
import { findAdministeredTeam, type Team, type TeamFields, updateTeam } from './teams-store.ts';

export interface TeamChanges extends Partial<TeamFields> {
  /** Only a workspace file moves a team. */
  readonly organizationId?: OrganizationId;
  readonly isArchived?: boolean | undefined;
}

/**
 * Changes what is named of a team. Apps are of another room: `changeTeamWithApps` changes the whole.
 * @throws ApiError 400, 403, 404
 */
export async function changeTeam(
  change: Change,
  id: TeamId,
  { isArchived, ...fields }: TeamChanges,
): Promise<Team> {
  const team = await findAdministeredTeam(change.transaction, change.by, id);
  requireName(fields.name);
  const changes = { ...fields, archivedAt: archivedAt(team, isArchived, change.at) };
  await updateTeam(change.transaction, id, changes);
  const after = { ...team, ...changes };
  if (after.name !== team.name) await recordRename(change, team, after);
  const { organizationId } = after;
  const about = { entity: teamEntity(after), organizationId, teamId: id };
  await recordArchive(change, { noun: 'team', before: team, after, ...about });
  return after;
}

async function recordRename(change: Change, before: Team, after: Team): Promise<void> {
  const { id: teamId, organizationId } = after;
  await recordActivity(change, {
    type: 'team_rename',
    entity: teamEntity(after),
    details: { old_name: before.name, new_name: after.name },
    organizationId,
    teamId,
  });
}
