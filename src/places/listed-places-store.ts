import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { ProjectId, TeamId } from '../contract/branded-ids.ts';
import { ApiError, forbidden } from '../errors.ts';
import { findVisibleProject, type Project, visibleProjects } from './projects-store.ts';
import { requireProjectsAccess } from './require-projects-access.ts';
import { findVisibleTeam, type Team } from './teams-store.ts';

/** @throws ApiError 403 where lists are closed to the caller, 404 */
export async function findListedTeam(context: Context, caller: Caller, id: TeamId): Promise<Team> {
  await requireProjectsAccess(context.database, caller, context.config.projectsApproval);
  return findVisibleTeam(context.database, caller, id);
}

/** @throws ApiError 403 where lists are closed to the caller, 404 */
export async function findListedProject(context: Context, caller: Caller, id: ProjectId): Promise<Project> {
  await requireProjectsAccess(context.database, caller, context.config.projectsApproval);
  return findVisibleProject(context.database, caller, id);
}

/** The older generation of lists answers 403 to what the caller does not see. @see PROJ-04, ruling H17 */
export async function orForbidden<Place>(found: Promise<Place>): Promise<Place> {
  try {
    return await found;
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    throw isMissing ? forbidden(`${error.message}, or you may not see it`) : error;
  }
}

/** The folders of a team that stand in no other, or in one that the caller does not see. */
export async function foldersAtTop(
  { database }: Context,
  caller: Caller,
  teamId: TeamId,
): Promise<Project[]> {
  const visible = await visibleProjects(database, caller, teamId);
  const ids = new Set(visible.map(({ id }) => id));
  return visible.filter(({ parentId }) => parentId === null || !ids.has(parentId));
}

/** The folders directly in a folder that the caller sees. */
export async function foldersIn({ database }: Context, caller: Caller, folder: Project): Promise<Project[]> {
  const visible = await visibleProjects(database, caller, folder.teamId);
  return visible.filter(({ parentId }) => parentId === folder.id);
}
