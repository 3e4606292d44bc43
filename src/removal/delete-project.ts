import type { Change } from '../change.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { projectEntity } from '../events/activity-entities.ts';
import { filesInProjects } from '../files/listed-files-store.ts';
import { findAdministeredProject, projectsWithin } from '../places/projects-store.ts';
import { findAdministeredTeam } from '../places/teams-store.ts';
import { refuseHeld } from './refuse-held.ts';
import { removeProjects } from './remove-projects.ts';

/**
 * Deletes a project for those who administer its team, and with it, where that is said, the files and projects in it.
 * @throws ApiError 403, 404, 409
 */
export async function deleteProject(
  change: Change,
  id: ProjectId,
  { withContents }: { readonly withContents: boolean },
): Promise<void> {
  const { transaction, by } = change;
  const project = await findAdministeredProject(transaction, by, id);
  const team = await findAdministeredTeam(transaction, by, project.teamId);
  const projectIds = await projectsWithin(transaction, id);
  const files = await filesInProjects(transaction, projectIds);
  const [within, held] = [projectIds.length - 1, files.length];
  const title = `The project "${project.name}"`;
  refuseHeld(
    title,
    [
      [within, 'project', 'projects'],
      [held, 'file', 'files'],
    ],
    withContents,
  );
  await removeProjects(change, team, projectIds);
  await recordActivity(change, {
    type: 'folder_delete',
    entity: projectEntity(project),
    details: { projects: within, files: held },
    organizationId: team.organizationId,
    teamId: team.id,
  });
}
