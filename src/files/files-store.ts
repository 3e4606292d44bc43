import type { Kysely, Selectable, Updateable } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { refuseVersionBeyond } from '../access/caps-store.ts';
import { fileForUser, standingOf } from '../access/file-access-store.ts';
import { type FileRole, fileRole, mayEdit } from '../access/file-role.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { FilesTable, Tables, VersionsTable } from '../database/tables.ts';
import { forbidden, notFound, sentences } from '../errors.ts';

export type FileRow = Selectable<FilesTable>;
export type VersionRow = Selectable<VersionsTable>;

/** A file with what the answers say of it and the role of the caller. */
export interface VisibleFile extends FileRow {
  readonly role: FileRole;
  readonly projectName: string;
  readonly teamId: string;
  readonly organizationId: string;
  readonly organizationPlan: string;
}

/**
 * The file as this caller may see it. A file that is not there and one that may not be seen give the same
 * refusal.
 *
 * @throws ApiError 404
 * @see ruling H10, AUTH-08, ERR-14
 */
export async function findVisibleFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: string,
): Promise<VisibleFile> {
  const file = await visibleFile(database, caller, key);
  if (file === undefined) throw notFound(sentences.fileNotFound);
  return file;
}

/** The file as this caller may see it; undefined for one that they may not, as for one that is not there. */
export async function visibleFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: string,
): Promise<VisibleFile | undefined> {
  const row = await fileForUser(database, caller.user.id, key);
  if (row === undefined) return undefined;
  const standing = standingOf(row);
  const { teamRole, projectRole, projectAccess, mainOwnerId, mainLinkAccess, ...file } = row;
  const role = administersInstallation(caller) ? 'owner' : fileRole(caller.user, standing);
  if (role === undefined) return undefined;
  const organizationPlan = caller.plan ?? file.organizationPlan;
  return { ...file, organizationPlan, link_access: standing.linkAccess, role };
}

/**
 * The file, where the caller may change it.
 * @throws ApiError 404, 403
 */
export async function findEditableFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: string,
): Promise<VisibleFile> {
  const file = await findVisibleFile(database, caller, key);
  if (!mayEdit(file.role)) throw forbidden(sentences.insufficientFilePermissions);
  return file;
}

const versionById = firstRow((database, fileKey: string, id: string) =>
  database.selectFrom('versions').selectAll().where('file_key', '=', fileKey).where('id', '=', id),
);

/**
 * The version asked for, or the current one.
 * @throws ApiError 404 for an unknown version, and for a file without content
 * @see ruling H15
 */
export async function findVersion(
  database: Kysely<Tables>,
  file: Pick<FileRow, 'key' | 'current_version'>,
  version: string | undefined,
): Promise<VersionRow> {
  const id = version ?? file.current_version;
  const row = id === null ? undefined : await versionById(database, file.key, id);
  if (row !== undefined) return row;
  throw version === undefined ? notFound('The file has no content yet') : notFound('Version not found');
}

export interface VersionPage {
  /** Newest first. */
  readonly versions: (VersionRow & { handle: string; imgUrl: string })[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** A page of a file's history, newest first: the versions older than `before` or newer than `after`. */
export async function pageOfVersions(
  database: Kysely<Tables>,
  fileKey: string,
  page: { size: number; before?: string | undefined; after?: string | undefined },
): Promise<VersionPage> {
  const before = await ordinalOf(database, fileKey, page.before);
  const after = await ordinalOf(database, fileKey, page.after);
  let query = database
    .selectFrom('versions')
    .innerJoin('users', 'users.id', 'versions.user_id')
    .selectAll('versions')
    .select(['users.handle', 'users.img_url as imgUrl'])
    .where('file_key', '=', fileKey)
    .limit(page.size + 1);
  if (before !== undefined) query = query.where('ordinal', '<', before);
  if (after !== undefined) query = query.where('ordinal', '>', after);
  const upwards = after !== undefined && before === undefined;
  const found = await query.orderBy('ordinal', upwards ? 'asc' : 'desc').execute();
  const more = found.length > page.size;
  const versions = found.slice(0, page.size);
  if (upwards) versions.reverse();
  return upwards
    ? { versions, hasNewer: more, hasOlder: true }
    : { versions, hasOlder: more, hasNewer: before !== undefined };
}

/** A version's place in the history; an id that is not of this file stands where its number would. */
async function ordinalOf(
  database: Kysely<Tables>,
  fileKey: string,
  id: string | undefined,
): Promise<number | undefined> {
  if (id === undefined) return undefined;
  const row = await database
    .selectFrom('versions')
    .select('ordinal')
    .where('file_key', '=', fileKey)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound('Version not found');
  return row.ordinal;
}

export interface NewVersion {
  readonly snapshot: string;
  /** What the snapshot is a difference from; absent for a whole one. */
  readonly base?: string | undefined;
  readonly nodeCount: number;
  readonly userId: string;
  readonly at: number;
  readonly id?: string | undefined;
  readonly label?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Adds content to a file as its newest version, inside the caller's transaction. The new id is a greater
 * number than every id before it.
 *
 * @throws ApiError 400 where the file has as many as it may have
 * @see ruling H14
 */
export async function addVersion(
  transaction: Kysely<Tables>,
  fileKey: string,
  version: NewVersion,
): Promise<string> {
  const newest = await transaction
    .selectFrom('versions')
    .select(['id', 'ordinal', 'snapshot'])
    .where('file_key', '=', fileKey)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  const id = version.id ?? nextVersionId(newest?.id, version.at);
  const ordinal = (newest?.ordinal ?? 0) + 1;
  refuseVersionBeyond(ordinal);
  if (version.base !== undefined) await keepOverlay(transaction, version.snapshot, version.base);
  await transaction
    .insertInto('versions')
    .values({
      file_key: fileKey,
      id,
      ordinal,
      label: version.label ?? null,
      description: version.description ?? null,
      user_id: version.userId,
      created_at: version.at,
      snapshot: version.snapshot,
      node_count: version.nodeCount,
    })
    .execute();
  if (newest?.snapshot !== version.snapshot) await noteContent(transaction, fileKey, id, ordinal);
  await touchFile(transaction, fileKey, version, { current_version: id });
  return id;
}

/** Writes down who changed a file when, and what else that makes of its row. */
export async function touchFile(
  transaction: Kysely<Tables>,
  fileKey: string,
  { userId, at }: Pick<NewVersion, 'userId' | 'at'>,
  more: Pick<Updateable<FilesTable>, 'current_version'> = {},
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ last_modified: at, last_touched_at: at, last_touched_by: userId, ...more })
    .where('key', '=', fileKey)
    .execute();
}

/** Has a version's uses of libraries counted and its texts told, which are others than those before. */
async function noteContent(
  transaction: Kysely<Tables>,
  fileKey: string,
  id: string,
  ordinal: number,
): Promise<void> {
  await transaction
    .insertInto('uncounted_versions')
    .values({ file_key: fileKey, version_id: id, ordinal })
    .execute();
  await noteUnread(transaction, fileKey, ordinal);
}

/** Has the texts of a version told to discovery, where the organization's plan lets somebody read it. */
async function noteUnread(transaction: Kysely<Tables>, fileKey: string, ordinal: number): Promise<void> {
  await transaction
    .insertInto('unread_versions')
    .columns(['file_key', 'ordinal', 'told'])
    .expression((builder) =>
      builder
        .selectFrom('files')
        .innerJoin('projects', 'projects.id', 'files.project_id')
        .innerJoin('teams', 'teams.id', 'projects.team_id')
        .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
        .select(({ cast, val }) => [
          'files.key',
          cast<number>(val(ordinal), 'bigint').as('ordinal'),
          cast<number>(val(0), 'bigint').as('told'),
        ])
        .where('files.key', '=', fileKey)
        .where('organizations.plan', '=', 'enterprise'),
    )
    .execute();
}

async function keepOverlay(transaction: Kysely<Tables>, snapshot: string, base: string): Promise<void> {
  await transaction
    .insertInto('overlays')
    .values({ snapshot, base })
    .onConflict((conflict) => conflict.column('snapshot').doNothing())
    .execute();
}

/** Grows with time, and past the newest id whatever the clock says. */
function nextVersionId(newest: string | undefined, at: number): string {
  const byTime = BigInt(Math.trunc(at)) * 1_000_000n;
  const byOrder = BigInt(newest ?? '0') + 1n;
  return String(byTime > byOrder ? byTime : byOrder);
}

export interface BranchRow {
  readonly key: string;
  readonly name: string;
  readonly last_modified: number;
  readonly current_version: string | null;
}

export async function branchesOf(database: Kysely<Tables>, mainFileKey: string): Promise<BranchRow[]> {
  return database
    .selectFrom('files')
    .select(['key', 'name', 'last_modified', 'current_version'])
    .where('main_file_key', '=', mainFileKey)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
}

export interface PersonRow {
  readonly id: string;
  readonly handle: string;
  readonly img_url: string;
}

export async function findPerson(database: Kysely<Tables>, id: string): Promise<PersonRow | undefined> {
  return database
    .selectFrom('users')
    .select(['id', 'handle', 'img_url'])
    .where('id', '=', id)
    .executeTakeFirst();
}
