import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FileKey, ProjectId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { projectsAbove } from './projects-above-store.ts';

/** The projects that are archived, or lie in one that is. */
const archivedProjects = sql`
  with recursive archived (id) as (
    select id from projects where archived_at is not null
    union
    select projects.id from projects join archived on projects.parent_id = archived.id
  )
  select id from archived
`;

/**
 * Whether a row's project is archived, or lies in one that is; its team says nothing.
 * @param column that names the project
 */
export const isOfArchivedProject = (column: 'projects.id' | 'files.project_id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} in (${archivedProjects})`;

/** Whether lists and searches leave out a row of files, their projects, teams and, of branches, main files. */
export const isArchivedFile: RawBuilder<SqlBool> = sql<SqlBool>`(
  files.archived_at is not null or main.archived_at is not null or teams.archived_at is not null
  or ${isOfArchivedProject('files.project_id')}
)`;

/** What makes a file archived: the file itself, a branch's main file, or the nearest project or team that it lies in. */
export interface ArchivedPlace {
  readonly kind: 'file' | 'project' | 'team';
  readonly id: string;
}

/** Why lists leave a file out; undefined where they do not. */
export async function archivedPlaceOf(
  database: Kysely<Tables>,
  key: FileKey,
): Promise<ArchivedPlace | undefined> {
  const found = await database
    .selectFrom('files')
    .leftJoin('files as main', 'main.key', 'files.main_file_key')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select([
      'files.archived_at as ofFile',
      'main.archived_at as ofMain',
      'main.key as mainKey',
      'projects.id as project',
      'teams.archived_at as ofTeam',
      'teams.id as team',
    ])
    .where('files.key', '=', key)
    .where(isArchivedFile)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  if ((found.ofMain ?? found.ofFile) !== null) return { kind: 'file', id: found.mainKey ?? key };
  const project = await archivedProjectOver(database, found.project);
  return project === undefined ? { kind: 'team', id: found.team } : { kind: 'project', id: project };
}

/** The first archived project on the way up from a project, itself included. */
async function archivedProjectOver(database: Kysely<Tables>, id: ProjectId): Promise<ProjectId | undefined> {
  for await (const project of projectsAbove(database, id)) if (project.archivedAt !== null) return project.id;
  return undefined;
}

/** The time of archiving to be stored; null for what is not archived. What is archived again keeps its first time. */
export function archivedAt(
  before: { readonly archivedAt: number | null },
  isArchived: boolean | undefined,
  at: number,
): number | null {
  if (isArchived === undefined) return before.archivedAt;
  return isArchived ? (before.archivedAt ?? at) : null;
}
