import { type Kysely, type SqlBool, sql } from 'kysely';
import { isOfArchivedProject } from '../access/archived-store.ts';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { mayEdit } from '../access/file-role.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import type { ProjectId, TeamId, UserId } from '../contract/branded-ids.ts';
import { allColumns } from '../database/all-columns.ts';
import type { CamelRow, NewCamelRow } from '../database/camel-columns.ts';
import { allRows, firstRow } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import { GoneMeanwhile } from '../database/overtaken.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, notFound } from '../errors.ts';
import { administersProject, type ProjectStanding, roleInProject, seesProject } from './place-role.ts';

/** A project as it is stored; its parent is the project that it lies in. */
export type ProjectRow = CamelRow<'projects'>;

const projectColumns = allColumns('projects');

/** A project, and how the caller stands to it. */
export interface Project extends ProjectRow, ProjectStanding {
  readonly teamId: TeamId;
}

function projectsWithStanding(database: Kysely<Tables>, userId: UserId) {
  return database
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.project_id', '=', 'projects.id').on('project_members.user_id', '=', userId),
    )
    .select([
      ...projectColumns.selected,
      'teams.organization_id as organizationId',
      'projects.access as projectAccess',
      'team_members.role as teamRole',
      'project_members.role as projectRole',
    ]);
}

const projectWithStanding = firstRow((database, userId: UserId, id: ProjectId) =>
  projectsWithStanding(database, userId).where('projects.id', '=', id),
);

/** The projects that the caller may see, to be asked one by one; with `teamId` only those of that team. */
function projectsFor(database: Kysely<Tables>, caller: Caller, teamId: TeamId | undefined) {
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

const oldestFirst = (projects: ReturnType<typeof projectsWithStanding>) =>
  projects.orderBy('projects.created_at').orderBy('projects.id');

const projectsOfTeam = allRows((database, userId: UserId, teamId: TeamId) =>
  oldestFirst(projectsWithStanding(database, userId).where('teams.id', '=', teamId)),
);

/** The projects the caller sees, oldest first; with `teamId` only those of that team. */
export async function visibleProjects(
  database: Kysely<Tables>,
  caller: Caller,
  teamId: TeamId | undefined,
): Promise<Project[]> {
  const projects =
    teamId === undefined
      ? await oldestFirst(projectsFor(database, caller, undefined)).execute()
      : await projectsOfTeam(database, caller.user.id, teamId);
  return projects.filter((project) => seesProject(caller, project));
}

interface ProjectsQuery extends PageQuery {
  readonly team?: TeamId | undefined;
  readonly archived?: boolean | undefined;
}

/** The same in pages, those alone that are archived or those that are not; a team that is named may itself be. */
export const pageOfProjects = (
  database: Kysely<Tables>,
  caller: Caller,
  { team, archived = false, ...query }: ProjectsQuery,
): Promise<Page<Project>> => {
  const projects = projectsFor(database, caller, team);
  const isArchived = team === undefined ? isArchivedProject : isOfArchivedProject('projects.id');
  const asked = archived ? projects.where(isArchived) : projects.where((term) => term.not(isArchived));
  return pageByTime(asked, 'projects', query, { isSeen: (project) => seesProject(caller, project) });
};

const isArchivedProject = sql<SqlBool>`(
  teams.archived_at is not null or ${isOfArchivedProject('projects.id')}
)`;

/** The projects that the caller sees, without those that are archived by themselves, their team or a project above. */
export async function projectsInUse(database: Kysely<Tables>, caller: Caller): Promise<Project[]> {
  const projects = await projectsFor(database, caller, undefined)
    .where((term) => term.not(isArchivedProject))
    .execute();
  return projects.filter((project) => seesProject(caller, project));
}

/** @throws ApiError 404 where there is no such project for the caller */
export async function findVisibleProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: ProjectId,
): Promise<Project> {
  const project = await projectWithStanding(database, caller.user.id, id);
  if (project === undefined || !seesProject(caller, project)) throw notFound('Project not found');
  return project;
}

/**
 * The project, where the caller administers its members.
 * @throws ApiError 404, 403
 */
export async function findAdministeredProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: ProjectId,
): Promise<Project> {
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
  id: ProjectId,
): Promise<Project> {
  const project = await findVisibleProject(database, caller, id);
  const role = roleInProject(caller, project);
  if (role === undefined || !mayEdit(role)) throw forbidden(insufficientProjectPermissions);
  return project;
}

const insufficientProjectPermissions = 'Insufficient project permissions';

/** Whether the caller may edit, or administer, the project of a file that they see in whatever way. */
export async function placeOfProject(
  database: Kysely<Tables>,
  caller: Caller,
  id: ProjectId,
): Promise<{ mayEdit: boolean; administers: boolean }> {
  const project = await projectWithStanding(database, caller.user.id, id);
  if (project === undefined) throw new GoneMeanwhile(`There is no project ${id}.`);
  const role = roleInProject(caller, project);
  return {
    mayEdit: role !== undefined && mayEdit(role),
    administers: administersProject(caller, project),
  };
}

/** A project by its id, or by its name in a team: whoever asks may see it. */
export async function findProject(
  database: Kysely<Tables>,
  asked: ProjectId | { readonly name: string; readonly teamId: TeamId },
): Promise<Pick<Project, 'id' | 'name' | 'teamId' | 'access' | 'parentId'> | undefined> {
  const projects = database
    .selectFrom('projects')
    .select(['id', 'name', 'team_id as teamId', 'access', 'parent_id as parentId']);
  const found =
    typeof asked === 'string'
      ? projects.where('id', '=', asked)
      : projects.where('team_id', '=', asked.teamId).where('name', '=', asked.name);
  return found.executeTakeFirst();
}

/** For `createProject` alone. */
export async function insertProject(
  transaction: Kysely<Tables>,
  project: NewCamelRow<'projects'>,
): Promise<void> {
  const row = projectColumns.rowOf(project);
  await transaction.insertInto('projects').values(projectColumns.columnsOf(row)).execute();
}

/** A project, and all that lie in it, each once: a backup may bring projects that lie in a circle. */
export async function projectsWithin(database: Kysely<Tables>, id: ProjectId): Promise<ProjectId[]> {
  const found = new Set([id]);
  for (let level = [id]; level.length > 0; ) {
    const rows = await database
      .selectFrom('projects')
      .select('id')
      .where(among(database, 'parent_id', level))
      .execute();
    level = rows.map((row) => row.id).filter((one) => !found.has(one));
    for (const one of level) found.add(one);
  }
  return [...found];
}

/** The projects of a team, whoever sees them. */
export async function projectIdsOfTeam(database: Kysely<Tables>, teamId: TeamId): Promise<ProjectId[]> {
  const rows = await database.selectFrom('projects').select('id').where('team_id', '=', teamId).execute();
  return rows.map(({ id }) => id);
}

/** For `changeProject` alone. */
export async function moveProjects(
  transaction: Kysely<Tables>,
  ids: readonly ProjectId[],
  teamId: TeamId,
): Promise<void> {
  await transaction
    .updateTable('projects')
    .set({ team_id: teamId })
    .where(among(transaction, 'id', ids))
    .execute();
}

/** For `changeProject` alone. */
export async function updateProject(
  transaction: Kysely<Tables>,
  id: ProjectId,
  changes: Partial<ProjectRow>,
): Promise<void> {
  await transaction
    .updateTable('projects')
    .set(projectColumns.columnsOf(changes))
    .where('id', '=', id)
    .execute();
}

/** For `removeProjects` alone: who was invited to them goes with them. */
export async function deleteProjectRows(
  transaction: Kysely<Tables>,
  ids: readonly ProjectId[],
): Promise<void> {
  await transaction
    .deleteFrom('projects')
    .where(among(transaction, 'id', ids))
    .execute();
}
