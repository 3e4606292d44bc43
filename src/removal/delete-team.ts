import { appsOfTeam } from '../apps/apps-store.ts';
import { removeAppsOfTeam } from '../apps/remove-app.ts';
import type { Change } from '../change.ts';
import type { TeamId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { teamEntity } from '../events/activity-entities.ts';
import { filesInProjects } from '../files/listed-files-store.ts';
import { projectIdsOfTeam } from '../places/projects-store.ts';
import { deleteTeamRow, findAdministeredTeam } from '../places/teams-store.ts';
import { refuseHeld } from './refuse-held.ts';
import { removeProjects } from './remove-projects.ts';

/**
 * Deletes a team for those who administer it, and with it, where that is said, its projects with their files, and its
 * apps. Its webhooks, and those of what it holds, end at once.
 *
 * @throws ApiError 403, 404, 409
 */
export async function deleteTeam(
  change: Change,
  id: TeamId,
  { withContents }: { readonly withContents: boolean },
): Promise<void> {
  const { transaction, by } = change;
  const team = await findAdministeredTeam(transaction, by, id);
  const projectIds = await projectIdsOfTeam(transaction, id);
  const files = await filesInProjects(transaction, projectIds);
  const apps = await appsOfTeam(transaction, id);
  const counts = { projects: projectIds.length, files: files.length, apps: apps.length };
  refuseHeld(
    `The team "${team.name}"`,
    [
      [counts.projects, 'project', 'projects'],
      [counts.files, 'file', 'files'],
      [counts.apps, 'app', 'apps'],
    ],
    withContents,
  );
  await removeProjects(change, team, projectIds);
  await removeAppsOfTeam(change, apps);
  await deleteTeamRow(transaction, id);
  await recordActivity(change, {
    type: 'team_delete',
    entity: teamEntity(team),
    details: counts,
    organizationId: team.organizationId,
    teamId: id,
  });
}
