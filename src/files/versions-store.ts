import type { Kysely } from 'kysely';
import type { FileRow } from '../access/file-row.ts';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { allRows, firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered-reads.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';

/** A version of a file as it is stored. */
export type VersionRow = CamelRow<'versions'>;

export const versionColumns = camelColumns('versions', [
  ...(['file_key', 'id', 'ordinal', 'label', 'description'] as const),
  ...(['user_id', 'created_at', 'snapshot', 'node_count'] as const),
]);

const versionById = remembered(
  firstRow((database, fileKey: FileKey, id: VersionId) =>
    database
      .selectFrom('versions')
      .select(versionColumns.selected)
      .where('file_key', '=', fileKey)
      .where('id', '=', id),
  ),
);

/** The current versions of files, where they were read along with these. */
const readAlong = new WeakMap<object, VersionRow>();

export const keepVersionOf = (file: object, version: VersionRow): void => void readAlong.set(file, version);

/**
 * The version asked for, or the current one.
 * @throws ApiError 404 for an unknown version, and for a file without content
 * @see ruling H15
 */
export async function findVersion(
  database: Kysely<Tables>,
  file: Pick<FileRow, 'key' | 'currentVersion'>,
  version: VersionId | undefined,
): Promise<VersionRow> {
  const id = version ?? file.currentVersion;
  const along = database.isTransaction ? undefined : readAlong.get(file);
  if (along !== undefined && along.id === id) return along;
  const row = id === null ? undefined : await versionById(database, file.key, id);
  if (row !== undefined) return row;
  throw version === undefined ? notFound('The file has no content yet') : notFound('Version not found');
}

/** The whole history of a file, in no order. */
export async function allVersionsOf(database: Kysely<Tables>, fileKey: FileKey): Promise<VersionRow[]> {
  return database
    .selectFrom('versions')
    .select(versionColumns.selected)
    .where('file_key', '=', fileKey)
    .execute();
}

export interface VersionPage {
  /** Newest first. */
  readonly versions: (VersionRow & { handle: string; imgUrl: string })[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

function history(database: Kysely<Tables>, fileKey: FileKey, count: number) {
  return database
    .selectFrom('versions')
    .innerJoin('users', 'users.id', 'versions.user_id')
    .select(versionColumns.selected)
    .select(['users.handle', 'users.img_url as imgUrl'])
    .where('file_key', '=', fileKey)
    .limit(count);
}

const newestVersions = allRows((database, fileKey: FileKey, count: number) =>
  history(database, fileKey, count).orderBy('ordinal', 'desc'),
);

const versionsBefore = allRows((database, fileKey: FileKey, count: number, before: number) =>
  history(database, fileKey, count).where('ordinal', '<', before).orderBy('ordinal', 'desc'),
);

const versionsAfter = allRows((database, fileKey: FileKey, count: number, after: number) =>
  history(database, fileKey, count).where('ordinal', '>', after).orderBy('ordinal', 'asc'),
);

/** The next after a place, or the nearest before one, which may be bounded by another; without a place the newest. */
function versionsBetween(
  database: Kysely<Tables>,
  fileKey: FileKey,
  { before, after, count }: { before: number | undefined; after: number | undefined; count: number },
) {
  if (before === undefined && after === undefined) return newestVersions(database, fileKey, count);
  if (before === undefined) return versionsAfter(database, fileKey, count, after as number);
  if (after === undefined) return versionsBefore(database, fileKey, count, before);
  return history(database, fileKey, count)
    .where('ordinal', '<', before)
    .where('ordinal', '>', after)
    .orderBy('ordinal', 'desc')
    .execute();
}

/** A page of a file's history, newest first: the versions older than `before` or newer than `after`. */
export async function pageOfVersions(
  database: Kysely<Tables>,
  fileKey: FileKey,
  page: { size: number; before?: VersionId | undefined; after?: VersionId | undefined },
): Promise<VersionPage> {
  const before = await ordinalOf(database, fileKey, page.before);
  const after = await ordinalOf(database, fileKey, page.after);
  const upwards = after !== undefined && before === undefined;
  const found = await versionsBetween(database, fileKey, { before, after, count: page.size + 1 });
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
  fileKey: FileKey,
  id: VersionId | undefined,
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
