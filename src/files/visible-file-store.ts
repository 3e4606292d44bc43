import type { Kysely } from 'kysely';
import { takeAlong } from '../access/asked-along.ts';
import type { Caller } from '../access/caller.ts';
import { type FileAccessRow, fileForUser, standingOf } from '../access/file-access-store.ts';
import { type FileRole, fileRole, mayEdit } from '../access/file-role.ts';
import type { FileRow } from '../access/file-row.ts';
import { refuseMirrored } from '../access/refuse-mirrored.ts';
import type { FileKey, OrganizationId, TeamId } from '../contract/branded-ids.ts';
import type { OrganizationsTable, Tables } from '../database/tables.ts';
import { forbidden, notFound, sentences } from '../errors.ts';
import { keepVersionOf } from './versions-store.ts';

/** A file with what the answers say of it and the role of the caller. */
export interface VisibleFile extends FileRow {
  readonly role: FileRole;
  readonly projectName: string;
  readonly teamId: TeamId;
  readonly organizationId: OrganizationId;
  readonly organizationPlan: OrganizationsTable['plan'];
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
  key: FileKey,
): Promise<VisibleFile> {
  const file = await visibleFile(database, caller, key);
  if (file === undefined) throw notFound(sentences.fileNotFound);
  return file;
}

/** The file as this caller may see it; undefined for one that they may not, as for one that is not there. */
export async function visibleFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
): Promise<VisibleFile | undefined> {
  const along = database.isTransaction ? undefined : takeAlong(caller, key);
  const row = along?.file ?? (await fileForUser(database, caller.user.id, key));
  const file = row && fileSeenBy(caller, row);
  if (file !== undefined && along?.version !== undefined) keepVersionOf(file, along.version);
  return file;
}

/** What the caller sees of a file that was read for them. */
export function fileSeenBy(caller: Caller, row: FileAccessRow): VisibleFile | undefined {
  const standing = standingOf(row);
  const { teamRole, projectRole, projectAccess, mainOwnerId, mainLinkAccess, ...file } = row;
  const role = fileRole(caller.user, standing);
  if (role === undefined) return undefined;
  const organizationPlan = caller.plan ?? file.organizationPlan;
  return { ...file, organizationPlan, linkAccess: standing.linkAccess, role };
}

/**
 * The file, where the caller may change what is in it.
 * @throws ApiError 404, 403
 */
export async function findEditableFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
): Promise<VisibleFile> {
  const file = await findManagedFile(database, caller, key);
  refuseMirrored(caller, file);
  return file;
}

/**
 * The file, where the caller may change what there is about it: where it is, who is told of it. Of one that mirrors
 * another that is ours, too.
 *
 * @throws ApiError 404, 403
 */
export async function findManagedFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
): Promise<VisibleFile> {
  const file = await findVisibleFile(database, caller, key);
  if (!mayEdit(file.role)) throw forbidden(sentences.insufficientFilePermissions);
  return file;
}
