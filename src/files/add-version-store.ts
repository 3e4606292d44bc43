import type { Kysely } from 'kysely';
import { refuseVersionBeyond } from '../access/caps.ts';
import { type FileRow, fileColumns } from '../access/file-row.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import type { Change, WritingChange } from '../change.ts';
import { type FileKey, type UserId, type VersionId, versionIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { keepOverlay } from './overlays-store.ts';
import { noteUncounted, takeUncounted } from './uncounted-versions-store.ts';
import { noteUnsearched } from './unsearched-files-store.ts';

export interface NewVersion {
  readonly snapshot: BlobId;
  /** What the snapshot is a difference from; absent for a whole one. */
  readonly base?: BlobId | undefined;
  readonly nodeCount: number;
  /** Only a workspace file chooses these three; else whoever makes the change says it, when they make it. */
  readonly userId?: UserId | undefined;
  readonly at?: number | undefined;
  /** When the content was changed last, as it says: the time of a first version that nobody gives one. */
  readonly changedAt?: number | undefined;
  readonly id?: VersionId | undefined;
  readonly label?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** The newest version, where that is to hold this content: at an upstream a version may go on to change. */
  readonly replaces?: VersionId | undefined;
  /** Places that are left free ahead of the first version, for those before it that come later. */
  readonly placesBefore?: number | undefined;
}

/**
 * Adds content to a file as its newest version, inside the caller's transaction. The new id is a greater
 * number than every id before it.
 *
 * @throws ApiError 400 where the file has as many as it may have, and for an id that does not grow
 * @see ruling H14
 */
export async function addVersion(
  change: Pick<Change, 'transaction' | 'by' | 'at'>,
  fileKey: FileKey,
  version: NewVersion,
): Promise<VersionId> {
  const { transaction } = change;
  const { userId = change.by.user.id } = version;
  const newest = await transaction
    .selectFrom('versions')
    .select(['id', 'ordinal', 'snapshot'])
    .where('file_key', '=', fileKey)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  const changedAt = newest === undefined ? version.changedAt : undefined;
  const at = version.at ?? Math.min(changedAt ?? change.at, change.at);
  if (newest !== undefined && version.replaces === newest.id)
    return replaceNewest({ transaction, at }, { ...newest, fileKey, userId }, version);
  const id = version.id ?? nextVersionId(newest?.id, at);
  if (BigInt(id) <= BigInt(newest?.id ?? '-1'))
    throw badRequest(`The version ${id} has to have a greater id than the one before.`);
  const ordinal = (newest?.ordinal ?? version.placesBefore ?? 0) + 1;
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
      user_id: userId,
      created_at: at,
      snapshot: version.snapshot,
      node_count: version.nodeCount,
    })
    .execute();
  if (newest?.snapshot !== version.snapshot)
    await noteContent({ transaction, at: change.at }, fileKey, id, ordinal);
  await touchFile({ transaction, at }, fileKey, userId, { currentVersion: id });
  return id;
}

interface Replaced {
  readonly fileKey: FileKey;
  readonly id: VersionId;
  readonly ordinal: number;
  readonly snapshot: BlobId;
  readonly userId: UserId;
}

/** Gives the newest version other content, and counts and tells it anew. */
async function replaceNewest(
  { transaction, at }: WritingChange,
  { fileKey, id, ordinal, snapshot, userId }: Replaced,
  version: NewVersion,
): Promise<VersionId> {
  if (version.base !== undefined) await keepOverlay(transaction, version.snapshot, version.base);
  await transaction
    .updateTable('versions')
    .set({ snapshot: version.snapshot, node_count: version.nodeCount, user_id: userId, created_at: at })
    .where('file_key', '=', fileKey)
    .where('id', '=', id)
    .execute();
  if (snapshot !== version.snapshot) {
    await forgetNoted(transaction, fileKey, ordinal);
    await noteContent({ transaction, at }, fileKey, id, ordinal);
  }
  await touchFile({ transaction, at }, fileKey, userId);
  return id;
}

/** Writes down who changed a file when, and what else that makes of its row. */
export async function touchFile(
  { transaction, at }: WritingChange,
  fileKey: FileKey,
  userId: UserId,
  more: Partial<Pick<FileRow, 'currentVersion'>> = {},
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ last_modified: at, last_touched_at: at, last_touched_by: userId, ...fileColumns.columnsOf(more) })
    .where('key', '=', fileKey)
    .execute();
}

/** Has a version's uses of libraries counted, its texts told and its words found, which are others than before. */
async function noteContent(
  { transaction, at }: WritingChange,
  fileKey: FileKey,
  id: VersionId,
  ordinal: number,
): Promise<void> {
  await noteUncounted(transaction, { fileKey, id, ordinal });
  await noteUnread(transaction, fileKey, ordinal);
  await noteUnsearched({ transaction, at }, fileKey);
}

/** What was noted of the content before. */
async function forgetNoted(transaction: Kysely<Tables>, fileKey: FileKey, ordinal: number): Promise<void> {
  await takeUncounted(transaction, { fileKey, ordinal });
  await transaction
    .deleteFrom('unread_versions')
    .where('file_key', '=', fileKey)
    .where('ordinal', '=', ordinal)
    .execute();
}

/** Has the texts of a version told to discovery, where the organization's plan lets somebody read it. */
async function noteUnread(transaction: Kysely<Tables>, fileKey: FileKey, ordinal: number): Promise<void> {
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

/** Grows with time, and past the newest id whatever the clock says. */
function nextVersionId(newest: VersionId | undefined, at: number): VersionId {
  const byTime = BigInt(Math.trunc(at)) * 1_000_000n;
  const byOrder = BigInt(newest ?? '0') + 1n;
  return versionIdOf(String(byTime > byOrder ? byTime : byOrder));
}
