import type { Counted } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import { keysInProjects } from '../files/listed-files-store.ts';
import { type ChangedProject, changeProject, type ProjectChanges } from '../places/change-project.ts';
import { moveWebhooks } from '../webhooks/webhooks-store.ts';
import { moveAssets } from './assets-store.ts';

/**
 * Changes a project, and takes along to the team that it is in now what its files publish and what webhooks are
 * attached to it and them.
 * @throws ApiError 400, 403, 404
 */
export async function changeProjectWithBelongings(
  change: Change,
  id: ProjectId,
  changes: ProjectChanges,
  counted: Counted<'projectsOfTeam'>,
): Promise<ChangedProject['project']> {
  const { transaction } = change;
  const { project, moved: projectIds } = await changeProject(change, id, changes, counted);
  if (projectIds.length === 0) return project;
  const { teamId } = project;
  const fileKeys = await keysInProjects(transaction, projectIds);
  await moveAssets(transaction, { fileKeys, teamId });
  await moveWebhooks(transaction, { fileKeys, projectIds, teamId });
  return project;
}
