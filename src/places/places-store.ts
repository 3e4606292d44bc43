import type { Kysely, Selectable } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { mayEdit } from '../access/file-role.ts';
import type { Page, PageQuery } from '../access/page.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import { among } from '../database/among.ts';
import type { OrganizationsTable, ProjectsTable, Tables, TeamsTable } from '../database/tables.ts';
import { forbidden, notFound } from '../errors.ts';
import {
  administersOrganization,
  administersProject,
  administersTeam,
  type ProjectStanding,
  roleInProject,
  seesProject,
  seesTeam,
  type TeamStanding,
} from './place-role.ts';

export type TeamRow = Selectable<TeamsTable> & TeamStanding;
export type ProjectRow = Selectable<ProjectsTable> & ProjectStanding;
export type MemberRole = 'admin' | 'editor' | 'viewer';

function teamsWithStanding(database: Kysely<Tables>, userId: string) {
  return database
    .selectFrom('teams')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .selectAll('teams')
    .select(['teams.organization_id as organizationId', 'team_members.role as teamRole']);
}

function projectsWithStanding(database: Kysely<Tables>, userId: string) {
  return database
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.project_id', '=', 'projects.id').on('project_members.user_id', '=', userId),
    )
    .selectAll('projects')
    .select([
      'teams.organization_id as organizationId',
      'projects.access as projectAccess',
      'team_members.role as teamRole',
      'project_members.role as projectRole',
    ]);
}

/** The teams that the caller may see, to be asked one by one. */
function teamsFor(database: Kysely<Tables>, caller: Caller) {
  const query = teamsWithStanding(database, caller.user.id);
  if (administersInstallation(caller)) return query;
  return query.where((term) =>
    term.or([
      term('team_members.role', 'is not', null),
      term('teams.organization_id', '=', caller.user.organizationId),
    ]),
  );
}

/** The teams the caller sees, oldest first. */
export async function visibleTeams(database: Kysely<Tables>, caller: Caller): Promise<TeamRow[]> {
  const teams = await teamsFor(database, caller).orderBy('teams.created_at').orderBy('teams.id').execute();
  return teams.filter((team) => seesTeam(caller, team));
}

/** The same in pages. */
export const pageOfTeams = (
  database: Kysely<Tables>,
  caller: Caller,
  query: PageQuery,
): Promise<Page<TeamRow>> =>
  pageByTime(teamsFor(database, caller), 'teams', query, { isSeen: (team) => seesTeam(caller, team) });

/** The projects that the caller may see, to be asked one by one; with `teamId` only those of that team. */
function projectsFor(database: Kysely<Tables>, caller: Caller, teamId: string | undefined) {
  let query = projectsWithStanding(database, caller.user.id);
  if (teamId !== undefined) query = query.where('teams.id', '=', teamId);
  if (administersInstallation(caller)) return query;
  return query.where((term) =>
    term.or([
      term('team_members.role', 'is not', null),
      term('project_members.role', 'is not', null),
      term('teams.organization_id', '=', caller.user.organizationId),
    ]),
  );
}

/** The projects the caller sees, oldest first; with `teamId` only those of that team. */
export async function visibleProjects(
  database: Kysely<Tables>,
  caller: Caller,
  teamId: string | undefined,
): Promise<ProjectRow[]> {
  const projects = await projectsFor(database, caller, teamId)
    .orderBy('projects.created_at')
    .orderBy('projects.id')
    .execute();
  return projects.filter((project) => seesProject(caller, project));
}

/** The same in pages. */
export const pageOfProjects = (
  database: Kysely<Tables>,
  caller: Caller,
  { team, ...query }: PageQuery & { readonly team?: string | undefined },
): Promise<Page<ProjectRow>> =>
  pageByTime(projectsFor(database, caller, team), 'projects', query, {
    isSeen: (project) => seesProject(caller, project),
  });

/** @throws ApiError 404 where there is no such team for the caller */
export async function findVisibleTeam(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<TeamRow> {
  const team = await teamsWithStanding(database, caller.user.id)
    .where('teams.id', '=', id)
    .executeTakeFirst();
  if (team === undefined || !seesTeam(caller, team)) throw notFound('Team not found');
  return team;
}

/**
 * The team, where the caller sees to its members and projects.
 * @throws ApiError 404 where the caller does not see it, 403
 */
export async function findAdministeredTeam(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<TeamRow> {
  const team = await findVisibleTeam(database, caller, id);
  if (!administersTeam(caller, team)) throw forbidden('Insufficient team permissions');
  return team;
}

/** @throws ApiError 404 where there is no such project for the caller */
export async function findVisibleProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<ProjectRow> {
  const project = await projectsWithStanding(database, caller.user.id)
    .where('projects.id', '=', id)
    .executeTakeFirst();
  if (project === undefined || !seesProject(caller, project)) throw notFound('Project not found');
  return project;
}

/**
 * The project, where the caller sees to its members.
 * @throws ApiError 404, 403
 */
export async function findAdministeredProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<ProjectRow> {
  const project = await findVisibleProject(database, caller, id);
  if (!administersProject(caller, project)) throw forbidden(insufficientProjectPermissions);
  return project;
}

/**
 * The project, where the caller may put files.
 * @throws ApiError 404, 403
 */
export async function findEditableProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<ProjectRow> {
  const project = await findVisibleProject(database, caller, id);
  const role = roleInProject(caller, project);
  if (role === undefined || !mayEdit(role)) throw forbidden(insufficientProjectPermissions);
  return project;
}

const insufficientProjectPermissions = 'Insufficient project permissions';

/** Whether the caller may edit, or see to, the project of a file that they see in whatever way. */
export async function placeOfProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<{ mayEdit: boolean; administers: boolean }> {
  const project = await projectsWithStanding(database, caller.user.id)
    .where('projects.id', '=', id)
    .executeTakeFirstOrThrow();
  const role = roleInProject(caller, project);
  return {
    mayEdit: role !== undefined && mayEdit(role),
    administers: administersProject(caller, project),
  };
}

export async function membersOfTeams(database: Kysely<Tables>, teamIds: readonly string[]) {
  if (teamIds.length === 0) return [];
  return database
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .selectAll('team_members')
    .select('users.handle')
    .where(among(database, 'team_id', teamIds))
    .orderBy('user_id')
    .execute();
}

export async function insertTeam(
  transaction: Kysely<Tables>,
  team: Selectable<TeamsTable>,
  adminId: string,
): Promise<void> {
  await transaction.insertInto('teams').values(team).execute();
  await putTeamRole(transaction, team.id, adminId, 'admin');
}

export async function insertProject(
  transaction: Kysely<Tables>,
  project: Selectable<ProjectsTable>,
): Promise<void> {
  await transaction.insertInto('projects').values(project).execute();
}

export async function projectIsInTeam(
  database: Kysely<Tables>,
  id: string,
  teamId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a person a role; answers the one before. */
export async function putTeamRole(
  transaction: Kysely<Tables>,
  teamId: string,
  userId: string,
  role: MemberRole,
): Promise<MemberRole | undefined> {
  const before = await transaction
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await transaction
    .insertInto('team_members')
    .values({ team_id: teamId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  return before?.role;
}

/** Gives a person a role; answers the one before. */
export async function putProjectRole(
  transaction: Kysely<Tables>,
  projectId: string,
  userId: string,
  role: MemberRole,
): Promise<MemberRole | undefined> {
  const before = await transaction
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await transaction
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  return before?.role;
}

export async function findOrganization(database: Kysely<Tables>, id: string) {
  return database
    .selectFrom('organizations')
    .select(['id', 'name', 'plan'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function changeOrganization(
  transaction: Kysely<Tables>,
  { id, name, plan }: Pick<Selectable<OrganizationsTable>, 'id' | 'name' | 'plan'>,
): Promise<void> {
  await transaction.updateTable('organizations').set({ name, plan }).where('id', '=', id).execute();
}

/**
 * An organization of the caller; of others nobody learns that they are there.
 * @throws ApiError 404
 */
export async function requireOwnOrganization(database: Kysely<Tables>, caller: Caller, id: string) {
  const isOwn = caller.user.organizationId === id || administersInstallation(caller);
  const organization = isOwn ? await findOrganization(database, id) : undefined;
  if (organization === undefined) throw notFound('Organization not found');
  return organization;
}

/**
 * The organization, where the caller sees to it.
 * @throws ApiError 404 for an organization that is not there or not the caller's, 403
 */
export async function requireAdministeredOrganization(
  database: Kysely<Tables>,
  caller: Caller,
  id: string,
): Promise<{ id: string; name: string }> {
  const organization = await requireOwnOrganization(database, caller, id);
  if (!administersOrganization(caller, id)) {
    throw forbidden('Only an administrator of the organization may do this.');
  }
  return organization;
}

/** Takes a person out; answers the role they had. */
export async function deleteTeamRole(
  transaction: Kysely<Tables>,
  teamId: string,
  userId: string,
): Promise<MemberRole | undefined> {
  const row = await transaction
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst();
  return row?.role;
}

/** Takes a person out; answers the role they had. */
export async function deleteProjectRole(
  transaction: Kysely<Tables>,
  projectId: string,
  userId: string,
): Promise<MemberRole | undefined> {
  const row = await transaction
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst();
  return row?.role;
}
