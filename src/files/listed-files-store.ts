import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { openingLinks } from '../access/file-role.ts';
import { type PageQuery, pageOf } from '../access/page.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { thumbnailAddress } from '../images/thumbnail-address.ts';
import { isoTime } from '../iso-time.ts';
import { roleInProject } from '../places/place-role.ts';
import type { Project } from '../places/projects-store.ts';

/** A file or a branch in a list. */
export interface ListedFile {
  readonly key: FileKey;
  readonly name: string;
  readonly thumbnail_url?: string;
  readonly last_modified: string;
}

export interface ListedMainFile extends ListedFile {
  /** Of a file that has branches, where they are asked for. */
  readonly branches?: ListedFile[];
}

/** The files directly in a project that the caller sees, those changed last first. */
export async function listedFiles(
  context: Context,
  caller: Caller,
  project: Project,
  withBranches: boolean,
): Promise<ListedMainFile[]> {
  const files = await visibleFiles(context.database, caller, project)
    .select(['key', 'name', 'current_version', 'last_modified'])
    .orderBy('last_modified', 'desc')
    .orderBy('key')
    .execute();
  const branches = withBranches ? await branchesIn(context.database, project.id) : [];
  const branchesOf = Map.groupBy(branches, ({ main_file_key }) => main_file_key);
  return files.map((file) => {
    const own = branchesOf.get(file.key)?.map((branch) => listed(context, branch));
    return { ...listed(context, file), ...(own === undefined ? {} : { branches: own }) };
  });
}

/** A page of the same files for pages that show them. */
export const pageOfFiles = ({ database }: Context, caller: Caller, project: Project, query: PageQuery) =>
  pageOf(
    {
      rowsAfter: (place, count) => {
        const files = visibleFiles(database, caller, project)
          .select(['key', 'name', 'editor_type', 'current_version', 'last_modified'])
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
      placeOf: ({ last_modified, key }) => ({ by: last_modified, id: key }),
    },
    query,
  );

/** What is said of a project without listing its files; its picture is that of the file changed last. */
export async function projectMeta(context: Context, caller: Caller, project: Project) {
  const files = visibleFiles(context.database, caller, project);
  const { count, changedAt } = await files
    .select((term) => [term.fn.countAll<number>().as('count'), term.fn.max('last_modified').as('changedAt')])
    .executeTakeFirstOrThrow();
  const pictured = await files
    .select(['key', 'current_version'])
    .where('current_version', 'is not', null)
    .orderBy('last_modified', 'desc')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return {
    id: project.id,
    name: project.name,
    thumbnail_url:
      pictured === undefined ? null : thumbnailAddress(context, pictured.key, pictured.current_version),
    file_count: Number(count),
    updated_at: isoTime(Math.max(project.createdAt, changedAt ?? 0)),
    created_at: isoTime(project.createdAt),
  };
}

/** Who sees a project without a role in it sees of its files their own and those that a link opens. */
function visibleFiles(database: Kysely<Tables>, caller: Caller, project: Project) {
  const files = database
    .selectFrom('files')
    .where('project_id', '=', project.id)
    .where('main_file_key', 'is', null);
  if (roleInProject(caller, project) !== undefined) return files;
  const links = openingLinks(caller.user, project.organizationId);
  return files.where((term) =>
    term.or([term('owner_id', '=', caller.user.id), term('link_access', 'in', links)]),
  );
}

async function branchesIn(database: Kysely<Tables>, projectId: string) {
  return database
    .selectFrom('files')
    .innerJoin('files as main', 'main.key', 'files.main_file_key')
    .select([
      'files.key',
      'files.name',
      'files.current_version',
      'files.last_modified',
      'files.main_file_key',
    ])
    .where('main.project_id', '=', projectId)
    .orderBy('files.created_at')
    .orderBy('files.key')
    .execute();
}

function listed(
  context: Context,
  file: { key: FileKey; name: string; current_version: string | null; last_modified: number },
): ListedFile {
  const { key, name, current_version } = file;
  return {
    key,
    name,
    ...(current_version === null ? {} : { thumbnail_url: thumbnailAddress(context, key, current_version) }),
    last_modified: isoTime(file.last_modified),
  };
}
