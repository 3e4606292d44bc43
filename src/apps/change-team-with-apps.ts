import type { Change } from '../change.ts';
import type { TeamId } from '../contract/branded-ids.ts';
import { changeTeam, type TeamChanges } from '../places/change-team.ts';
import type { Team } from '../places/teams-store.ts';
import { moveAppsOfTeam } from './app-rows-store.ts';
import { endLostGrants } from './end-grants.ts';
import { peopleWhoAllowed } from './grants-store.ts';

/**
 * Changes a team, and takes its apps along to the organization that it is in now. What somebody allowed them who is
 * of their place no more ends with it.
 * @throws ApiError 400, 403, 404
 */
export async function changeTeamWithApps(change: Change, id: TeamId, changes: TeamChanges): Promise<Team> {
  const { transaction } = change;
  const team = await changeTeam(change, id, changes);
  if (changes.organizationId === undefined) return team;
  await moveAppsOfTeam(transaction, id, team.organizationId);
  for (const userId of await peopleWhoAllowed(transaction, { teamId: id }))
    await endLostGrants(transaction, userId);
  return team;
}
