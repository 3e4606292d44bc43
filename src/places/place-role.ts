import { administersInstallation, type Caller } from '../access/caller.ts';
import { type FileRole, type FileStanding, fileRole } from '../access/file-role.ts';
import { isBeyond } from '../access/plan-token.ts';
import { idOfNothing, type OrganizationId } from '../contract/branded-ids.ts';

/** What is known of a team and the caller's place in it. */
export interface TeamStanding {
  readonly organizationId: OrganizationId;
  readonly teamRole: FileStanding['teamRole'];
}

/** The same of a project. */
export interface ProjectStanding extends TeamStanding {
  readonly projectAccess: FileStanding['projectAccess'];
  readonly projectRole: FileStanding['projectRole'];
}

/** Whether the caller administers an organization's people and teams. */
export function administersOrganization(caller: Caller, organizationId: OrganizationId): boolean {
  const { user } = caller;
  return administersInstallation(caller) || (user.role === 'admin' && user.organizationId === organizationId);
}

/** Whether the caller administers a team's members and projects. */
export function administersTeam(caller: Caller, team: TeamStanding): boolean {
  if (isBeyond(caller.user, team.organizationId)) return false;
  return team.teamRole === 'admin' || administersOrganization(caller, team.organizationId);
}

/** Whether the caller administers a project's members, and may delete any file in it. */
export function administersProject(caller: Caller, project: ProjectStanding): boolean {
  if (isBeyond(caller.user, project.organizationId)) return false;
  return project.projectRole === 'admin' || administersTeam(caller, project);
}

/** What the project gives the caller on each of its files, or undefined where it gives nothing. */
export function roleInProject(caller: Caller, project: ProjectStanding): FileRole | undefined {
  const { organizationId, teamRole, projectAccess, projectRole } = project;
  const standing = { organizationId, teamRole, projectAccess, projectRole };
  return fileRole(caller.user, { ...standing, ownerId: nobody, linkAccess: 'inherit' });
}

/** On a file that no link opens and nobody owns, a role can only come from the project. */
const nobody = idOfNothing;

export function seesTeam(caller: Caller, team: TeamStanding): boolean {
  if (isBeyond(caller.user, team.organizationId)) return false;
  return team.teamRole !== null || administersTeam(caller, team);
}

export function seesProject(caller: Caller, project: ProjectStanding): boolean {
  return roleInProject(caller, project) !== undefined || administersProject(caller, project);
}
