import { type RawBuilder, type SqlBool, sql } from 'kysely';

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

/** When what is archived, or brought back, was put away: it keeps the time of the first. */
export function archivedAt(
  before: { readonly archivedAt: number | null },
  isArchived: boolean | undefined,
  at: number,
): number | null {
  if (isArchived === undefined) return before.archivedAt;
  return isArchived ? (before.archivedAt ?? at) : null;
}
