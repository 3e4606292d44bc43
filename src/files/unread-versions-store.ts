import type { ExpressionBuilder, Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import type { FileKey, OrganizationId, UserId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { Tables } from '../database/tables.ts';

/** A version whose texts are not all told to discovery. */
export interface UnreadVersion {
  readonly fileKey: FileKey;
  readonly fileName: string;
  readonly organizationId: OrganizationId;
  readonly ordinal: number;
  /** How many of its changes are told. */
  readonly told: number;
  readonly snapshot: BlobId;
  /** What it is compared with: the version before, of a branch's first one what its main file was then. */
  readonly snapshotBefore: BlobId | null;
  readonly userId: UserId;
  readonly userEmail: string;
  readonly at: number;
}

/** Place in the order that unread versions are taken in. */
export type UnreadPlace = Pick<UnreadVersion, 'fileKey' | 'ordinal'>;

/** The next unread version of an organization's files, or of all files. */
export function nextUnread(
  database: Kysely<Tables>,
  after: UnreadPlace | undefined,
  organizationId?: OrganizationId,
): Promise<UnreadVersion | undefined> {
  const unread = database
    .selectFrom('unread_versions as unread')
    .innerJoin('files', 'files.key', 'unread.file_key')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('versions', (join) =>
      join
        .onRef('versions.file_key', '=', 'unread.file_key')
        .onRef('versions.ordinal', '=', 'unread.ordinal'),
    )
    .innerJoin('users', 'users.id', 'versions.user_id')
    .select([
      'files.key as fileKey',
      'files.name as fileName',
      'teams.organization_id as organizationId',
      'unread.ordinal',
      'unread.told',
      'versions.snapshot',
      'users.id as userId',
      'users.email as userEmail',
      'versions.created_at as at',
    ])
    .select((builder) => snapshotBefore(builder).as('snapshotBefore'));
  const asked =
    organizationId === undefined ? unread : unread.where('teams.organization_id', '=', organizationId);
  const place = after && { by: after.fileKey, id: after.ordinal };
  return afterPlace(asked, ['unread.file_key', 'unread.ordinal'], { place, count: 1 }).executeTakeFirst();
}

type Joined = Tables & { unread: Tables['unread_versions'] };

const snapshotBefore = (builder: ExpressionBuilder<Joined, 'unread' | 'files' | 'versions'>) =>
  builder.fn.coalesce(
    builder
      .selectFrom('versions as before')
      .select('before.snapshot')
      .whereRef('before.file_key', '=', 'files.key')
      .whereRef('before.ordinal', '<', 'unread.ordinal')
      .orderBy('before.ordinal', 'desc')
      .limit(1),
    builder
      .selectFrom('versions as main')
      .select('main.snapshot')
      .whereRef('main.file_key', '=', 'files.main_file_key')
      .whereRef('main.created_at', '<=', 'versions.created_at')
      .orderBy('main.ordinal', 'desc')
      .limit(1),
  );

/** Counts changes as told, in the transaction that tells them; false where somebody else was faster. */
export async function countTold(
  transaction: Kysely<Tables>,
  { fileKey, ordinal }: UnreadPlace,
  { told, more }: { readonly told: number; readonly more: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('unread_versions')
    .set({ told: told + more })
    .where('file_key', '=', fileKey)
    .where('ordinal', '=', ordinal)
    .where('told', '=', told)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUnread(
  database: Kysely<Tables>,
  { fileKey, ordinal }: UnreadPlace,
  told: number,
): Promise<void> {
  await database
    .deleteFrom('unread_versions')
    .where('file_key', '=', fileKey)
    .where('ordinal', '=', ordinal)
    .where('told', '=', told)
    .execute();
}
