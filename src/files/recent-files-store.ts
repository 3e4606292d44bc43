import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { openingLinks } from '../access/file-role.ts';
import { type Page, type PageQuery, type Place, pageOf } from '../access/paged-list.ts';
import type { FileKey, OrganizationId, ProjectId, VersionId } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';
import { roleInProject } from '../places/place-role.ts';
import { type Project, projectsInUse, visibleProjects } from '../places/projects-store.ts';

const usualFiles = 100;

/** A file as home shows it, with its project. */
export interface RecentFile {
  readonly key: FileKey;
  readonly name: string;
  readonly editorType: string;
  readonly currentVersion: VersionId | null;
  readonly lastModified: number;
  readonly project: Project;
}

export interface RecentQuery extends PageQuery {
  /** Only those that have it in their names. */
  readonly name?: string | undefined;
  /** Only those that are archived themselves; else those alone that neither are nor lie in what is. */
  readonly archived?: boolean | undefined;
}

/** A page of the files that the caller sees, those changed last first. */
export async function recentFiles(
  database: Kysely<Tables>,
  caller: Caller,
  { name, archived = false, page_size = usualFiles, cursor }: RecentQuery,
): Promise<Page<RecentFile>> {
  const projects = archived
    ? await visibleProjects(database, caller, undefined)
    : await projectsInUse(database, caller);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const files = filesIn(database, caller, projects).where('archived_at', archived ? 'is not' : 'is', null);
  const rowsAfter = name === undefined ? rowsOf(files) : rowsCalled(name, files);
  const { rows, nextCursor } = await pageOf(
    { rowsAfter, placeOf: ({ lastModified, key }) => ({ by: lastModified, id: key }) },
    { page_size, cursor },
  );
  const placed = rows.flatMap(({ projectId, ...row }) => {
    const project = projectOf.get(projectId);
    return project === undefined ? [] : [{ ...row, project }];
  });
  return { rows: placed, nextCursor };
}

type Files = ReturnType<typeof filesIn>;

const rowsOf = (files: Files) => (place: Place | undefined, count: number) => {
  if (place === undefined) return files.limit(count).execute();
  const { by, id } = place as { by: number; id: FileKey };
  return files
    .where((term) =>
      term.or([
        term('last_modified', '<', by),
        term.and([term('last_modified', '=', by), term('key', '>', id)]),
      ]),
    )
    .limit(count)
    .execute();
};

/** Engines fold capitals of other scripts each in its own way, so names are compared here. */
const rowsCalled = (name: string, files: Files) => async (place: Place | undefined, count: number) => {
  const sought = name.toLowerCase();
  const all = await files.execute();
  const isBehind = ({ lastModified, key }: (typeof all)[number]) =>
    place === undefined || lastModified < Number(place.by) || (lastModified === place.by && key > place.id);
  return all.filter((row) => row.name.toLowerCase().includes(sought) && isBehind(row)).slice(0, count);
};

/** All files of projects that the caller has a role in; of the others, their own and those that a link opens. */
function filesIn(database: Kysely<Tables>, caller: Caller, projects: readonly Project[]) {
  const isOfRole = Map.groupBy(projects, (project) => roleInProject(caller, project) !== undefined);
  const others = Map.groupBy(isOfRole.get(false) ?? [], ({ organizationId }) => organizationId);
  const ids = (some: readonly Project[]): ProjectId[] => some.map(({ id }) => id);
  return database
    .selectFrom('files')
    .select([
      'files.key',
      'files.name',
      'files.editor_type as editorType',
      'files.current_version as currentVersion',
      'files.last_modified as lastModified',
      'files.project_id as projectId',
    ])
    .where('main_file_key', 'is', null)
    .where((term) =>
      term.or([
        among(database, 'project_id', ids(isOfRole.get(true) ?? [])),
        ...[...others].map(([organizationId, some]) =>
          term.and([among(database, 'project_id', ids(some)), isOpened(term, caller, organizationId)]),
        ),
      ]),
    )
    .orderBy('last_modified', 'desc')
    .orderBy('key');
}

const isOpened = (
  term: ExpressionBuilder<Tables, 'files'>,
  { user }: Caller,
  organizationId: OrganizationId,
) => term.or([term('owner_id', '=', user.id), term('link_access', 'in', openingLinks(user, organizationId))]);
