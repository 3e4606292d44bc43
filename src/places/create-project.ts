import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { EarlyChange } from '../change.ts';
import type { Context } from '../context.ts';
import { type ProjectId, projectIdOf, type UserId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { projectEntity } from '../events/activity-entities.ts';
import { putProjectRole } from './members-store.ts';
import { refuseParent } from './project-parent-store.ts';
import { insertProject, type Project } from './projects-store.ts';
import { findAdministeredTeam } from './teams-store.ts';

export interface NewProject extends Pick<Project, 'name' | 'teamId' | 'access' | 'parentId'> {
  /** Only a workspace file chooses it. */
  readonly id?: ProjectId | undefined;
  /** The first of the invited, where only they come in: who makes it, where it is left out. A workspace file says all. */
  readonly adminId?: UserId | null;
}

/**
 * Counts the projects that there are, ahead of the change that makes another.
 * @throws ApiError 400, 403, 404
 */
export async function prepareProject(
  { database }: Context,
  caller: Caller,
  { teamId }: Pick<NewProject, 'teamId'>,
): Promise<Counted<'projectsOfTeam'>> {
  await findAdministeredTeam(database, caller, teamId);
  return refuseBeyond(database, 'projectsOfTeam', teamId);
}

/**
 * Makes a project in a team that the caller administers.
 * @throws ApiError 400, 403, 404
 */
export async function createProject(
  change: EarlyChange,
  wanted: NewProject,
  counted: Counted<'projectsOfTeam'>,
): Promise<{ id: ProjectId }> {
  const { transaction, by, at, context } = change;
  const {
    id = projectIdOf(context.ids.digits()),
    name,
    teamId,
    access,
    parentId,
    adminId = by.user.id,
  } = wanted;
  const { organizationId } = await findAdministeredTeam(transaction, by, teamId);
  requireName(name);
  spend(counted, 'projectsOfTeam', teamId);
  await refuseParent(transaction, { id, teamId, parentId });
  await insertProject(transaction, { id, name, teamId, access, parentId, createdAt: at });
  if (access === 'invite_only' && adminId !== null)
    await putProjectRole(transaction, { placeId: id, userId: adminId, role: 'admin' });
  await recordActivity(change, {
    type: 'folder_create',
    entity: projectEntity({ id, name }),
    organizationId,
    teamId,
    details: { access, parent_id: parentId },
  });
  return { id };
}
