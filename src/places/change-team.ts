import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { OrganizationId, TeamId } from '../contract/branded-ids.ts';
import { findAdministeredTeam, type Team, type TeamFields, updateTeam } from './teams-store.ts';

export interface TeamChanges extends Partial<TeamFields> {
  /** Only a workspace file moves a team. */
  readonly organizationId?: OrganizationId;
}

/**
 * Changes what is named of a team. Only a workspace file does, which is told to nobody. Apps are of
 * another room: `changeTeamWithApps` changes the whole.
 * @throws ApiError 400, 403, 404
 */
export async function changeTeam(change: Change, id: TeamId, changes: TeamChanges): Promise<Team> {
  const team = await findAdministeredTeam(change.transaction, change.by, id);
  requireName(changes.name);
  await updateTeam(change.transaction, id, changes);
  return { ...team, ...changes };
}
