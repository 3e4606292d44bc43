import { archivedAt } from '../access/archived-store.ts';
import type { Caller } from '../access/caller.ts';
import { type Counted, nothingComes, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { refuseParent } from './project-parent-store.ts';
import {
  findAdministeredProject,
  moveProjects,
  type Project,
  projectsWithin,
  updateProject,
} from './projects-store.ts';
import { recordProjectUpdate } from './record-project-update.ts';
import { findAdministeredTeam } from './teams-store.ts';

type Changeable = 'name' | 'teamId' | 'access' | 'parentId';
export type ProjectChanges = { readonly [Name in Changeable]?: Project[Name] | undefined } & {
  readonly isArchived?: boolean | undefined;
};

/** The team that a project is in now, and which projects came to it: none where it was there before. */
export interface ChangedProject {
  readonly project: Pick<Project, 'id' | Changeable | 'archivedAt'>;
  readonly moved: readonly ProjectId[];
}

/**
 * Counts the projects of the team that a project is to be moved to, ahead of the change.
 * @throws ApiError 400, 403, 404
 */
export async function prepareProjectChange(
  { database }: Context,
  caller: Caller,
  id: ProjectId,
  changes: ProjectChanges,
): Promise<Counted<'projectsOfTeam'>> {
  const { teamId } = changes;
  if (Object.values(changes).every((value) => value === undefined))
    throw badRequest('Nothing to change: name name, team, access, parent or archived.');
  const before = await findAdministeredProject(database, caller, id);
  if (teamId === undefined || teamId === before.teamId) return nothingComes('projectsOfTeam');
  await findAdministeredTeam(database, caller, teamId);
  const coming = await projectsWithin(database, id);
  return refuseBeyond(database, 'projectsOfTeam', teamId, coming.length);
}

/**
 * Changes what is named of a project; what lies in it goes to another team with it. What hangs on the place of files is
 * of other rooms: `changeProjectWithBelongings` changes the whole.
 *
 * @throws ApiError 400, 403, 404
 */
export async function changeProject(
  change: Change,
  id: ProjectId,
  changes: ProjectChanges,
  counted: Counted<'projectsOfTeam'>,
): Promise<ChangedProject> {
  const { transaction, by, at } = change;
  const before = await findAdministeredProject(transaction, by, id);
  const project = changed(before, changes, at);
  const { id: _same, ...columns } = project;
  const { teamId } = project;
  requireName(changes.name);
  const team = await findAdministeredTeam(transaction, by, teamId);
  if (teamId !== before.teamId) {
    await findAdministeredTeam(transaction, by, before.teamId);
    spend(counted, 'projectsOfTeam', teamId);
  }
  await refuseParent(transaction, project);
  await updateProject(transaction, id, columns);
  await recordProjectUpdate(change, { before, after: project, organizationId: team.organizationId });
  if (teamId === before.teamId) return { project, moved: [] };
  const moved = await projectsWithin(transaction, id);
  await moveProjects(transaction, moved, teamId);
  return { project, moved };
}

function changed(
  before: Project,
  { name, teamId, access, parentId, isArchived }: ProjectChanges,
  at: number,
) {
  return {
    id: before.id,
    name: name ?? before.name,
    teamId: teamId ?? before.teamId,
    access: access ?? before.access,
    parentId: parentId === undefined ? before.parentId : parentId,
    archivedAt: archivedAt(before, isArchived, at),
  };
}
