import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { openingLinks } from '../access/file-role.ts';
import { type FileRow, fileColumns } from '../access/file-row.ts';
import { type PageQuery, pageOf } from '../access/paged-list.ts';
import type { Context } from '../context.ts';
import type { FileKey, ProjectId, VersionId } from '../contract/branded-ids.ts';
import { allRows } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';
import { roleInProject } from '../places/place-role.ts';
import type { Project } from '../places/projects-store.ts';

/** A file or a branch in a list. */
export interface ListedFile {
  readonly key: FileKey;
  readonly name: string;
  readonly currentVersion: VersionId | null;
  readonly lastModified: number;
}

export interface ListedMainFile extends ListedFile {
  /** Of a file that has branches, where they are asked for. */
  readonly branches: readonly ListedFile[] | undefined;
}

const listedColumns = [
  'files.key',
  'files.name',
  'files.current_version as currentVersion',
  'files.last_modified as lastModified',
] as const;

const filesInProject = allRows((database, projectId: ProjectId) => lastFirst(filesOf(database, projectId)));

const lastFirst = (files: ReturnType<typeof filesOf>) =>
  files.select(listedColumns).orderBy('last_modified', 'desc').orderBy('key');

/** The files directly in a project that the caller sees, those changed last first. */
export async function listedFiles(
  { database }: Context,
  caller: Caller,
  project: Project,
  withBranches: boolean,
): Promise<ListedMainFile[]> {
  const files = isMemberOf(caller, project)
    ? await filesInProject(database, project.id)
    : await lastFirst(visibleFiles(database, caller, project)).execute();
  const branches = withBranches ? await branchesIn(database, project.id) : [];
  const branchesOf = Map.groupBy(branches, ({ mainFileKey }) => mainFileKey);
  return files.map((file) => ({ ...file, branches: branchesOf.get(file.key) }));
}

interface FilesQuery extends PageQuery {
  readonly archived?: boolean | undefined;
}

/** A page of the same files for pages that show them, those alone that are archived or those that are not. */
export const pageOfFiles = (
  { database }: Context,
  caller: Caller,
  project: Project,
  { archived = false, ...query }: FilesQuery,
) =>
  pageOf(
    {
      rowsAfter: (place, count) => {
        const files = visibleFiles(database, caller, project)
          .where('archived_at', archived ? 'is not' : 'is', null)
          .select([...listedColumns, 'files.editor_type as editorType'])
          .orderBy('last_modified', 'desc')
          .orderBy('key')
          .limit(count);
        if (place === undefined) return files.execute();
        const { by, id } = place as { by: number; id: FileKey };
        const isLater = (term: ExpressionBuilder<Tables, 'files'>) =>
          term.or([
            term('last_modified', '<', by),
            term.and([term('last_modified', '=', by), term('key', '>', id)]),
          ]);
        return files.where(isLater).execute();
      },
      placeOf: ({ lastModified, key }) => ({ by: lastModified, id: key }),
    },
    query,
  );

/** What is said of a project without listing its files. */
export interface ProjectSummary {
  readonly fileCount: number;
  readonly updatedAt: number;
  /** The file that was changed last, of those with content. */
  readonly pictured: Pick<ListedFile, 'key' | 'currentVersion'> | undefined;
}

export async function summaryOfProject(
  { database }: Context,
  caller: Caller,
  project: Project,
): Promise<ProjectSummary> {
  const files = visibleFiles(database, caller, project);
  const { count, changedAt } = await files
    .select((term) => [term.fn.countAll<number>().as('count'), term.fn.max('last_modified').as('changedAt')])
    .executeTakeFirstOrThrow();
  const pictured = await files
    .select(['key', 'current_version as currentVersion'])
    .where('current_version', 'is not', null)
    .orderBy('last_modified', 'desc')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return { fileCount: Number(count), updatedAt: Math.max(project.createdAt, changedAt ?? 0), pictured };
}

/** Who sees a project without a role in it sees of its files their own and those that a link opens. */
function visibleFiles(database: Kysely<Tables>, caller: Caller, project: Project) {
  const files = filesOf(database, project.id);
  if (isMemberOf(caller, project)) return files;
  const links = openingLinks(caller.user, project.organizationId);
  return files.where((term) =>
    term.or([term('owner_id', '=', caller.user.id), term('link_access', 'in', links)]),
  );
}

const isMemberOf = (caller: Caller, project: Project): boolean =>
  roleInProject(caller, project) !== undefined;

function filesOf(database: Kysely<Tables>, projectId: ProjectId) {
  return database.selectFrom('files').where('project_id', '=', projectId).where('main_file_key', 'is', null);
}

async function branchesIn(database: Kysely<Tables>, projectId: ProjectId) {
  return database
    .selectFrom('files')
    .innerJoin('files as main', 'main.key', 'files.main_file_key')
    .select([...listedColumns, 'files.main_file_key as mainFileKey'])
    .where('main.project_id', '=', projectId)
    .orderBy('files.created_at')
    .orderBy('files.key')
    .execute();
}

/** The keys of all files and branches in these projects. */
export async function keysInProjects(
  database: Kysely<Tables>,
  projectIds: readonly ProjectId[],
): Promise<FileKey[]> {
  const rows = await database
    .selectFrom('files')
    .select('key')
    .where(among(database, 'project_id', projectIds))
    .execute();
  return rows.map(({ key }) => key);
}

/** The files in these projects, without their branches. */
export function filesInProjects(
  database: Kysely<Tables>,
  projectIds: readonly ProjectId[],
): Promise<FileRow[]> {
  return database
    .selectFrom('files')
    .select(fileColumns.selected)
    .where(among(database, 'project_id', projectIds))
    .where('main_file_key', 'is', null)
    .orderBy('key')
    .execute();
}
