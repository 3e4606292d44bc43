import type { Change } from '../change.ts';
import type { ProjectId, TeamId } from '../contract/branded-ids.ts';
import { refuseParent } from './project-parent-store.ts';
import {
  findAdministeredProject,
  moveProjects,
  type Project,
  projectsWithin,
  updateProject,
} from './projects-store.ts';
import { findAdministeredTeam } from './teams-store.ts';

export type ProjectChanges = Partial<Pick<Project, 'name' | 'teamId' | 'access' | 'parentId'>>;

/** The team that a project is in now, and which projects came to it: none where it was there before. */
export interface ChangedProject {
  readonly teamId: TeamId;
  readonly moved: readonly ProjectId[];
}

/**
 * Changes what is named of a project; what lies in it goes to another team with it. Only a workspace file does, which
 * is told to nobody. What hangs on the place of files is of other rooms: `changeProjectWithBelongings` changes the
 * whole.
 *
 * @throws ApiError 400, 403, 404
 */
export async function changeProject(
  change: Change,
  id: ProjectId,
  changes: ProjectChanges,
): Promise<ChangedProject> {
  const { transaction, by } = change;
  const before = await findAdministeredProject(transaction, by, id);
  const changed = { ...before, ...changes };
  await findAdministeredTeam(transaction, by, changed.teamId);
  await refuseParent(transaction, changed);
  const { name, teamId, access, parentId } = changed;
  await updateProject(transaction, id, { name, teamId, access, parentId });
  if (teamId === before.teamId) return { teamId, moved: [] };
  const moved = await projectsWithin(transaction, id);
  await moveProjects(transaction, moved, teamId);
  return { teamId, moved };
}
