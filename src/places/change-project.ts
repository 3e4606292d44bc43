import type { Change } from '../change.ts';
import { refuseParent } from './project-parent-store.ts';
import { findAdministeredProject, type Project, updateProject } from './projects-store.ts';
import { findAdministeredTeam } from './teams-store.ts';

export type ProjectChanges = Partial<Pick<Project, 'name' | 'teamId' | 'access' | 'parentId'>>;

/**
 * Changes what is named of a project. Only a workspace file does, which is told to nobody.
 * @throws ApiError 400, 403, 404
 */
export async function changeProject(change: Change, id: string, changes: ProjectChanges): Promise<void> {
  const { transaction, by } = change;
  const changed = { ...(await findAdministeredProject(transaction, by, id)), ...changes };
  await findAdministeredTeam(transaction, by, changed.teamId);
  await refuseParent(transaction, changed);
  const { name, teamId, access, parentId } = changed;
  await updateProject(transaction, id, { name, team_id: teamId, access, parent_id: parentId });
}
