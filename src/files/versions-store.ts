import type { Kysely, Selectable } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { FilesTable, Tables, VersionsTable } from '../database/tables.ts';
import { notFound } from '../errors.ts';

export type VersionRow = Selectable<VersionsTable>;

const versionById = firstRow((database, fileKey: FileKey, id: string) =>
  database.selectFrom('versions').selectAll().where('file_key', '=', fileKey).where('id', '=', id),
);

/**
 * The version asked for, or the current one.
 * @throws ApiError 404 for an unknown version, and for a file without content
 * @see ruling H15
 */
export async function findVersion(
  database: Kysely<Tables>,
  file: Pick<Selectable<FilesTable>, 'key' | 'current_version'>,
  version: string | undefined,
): Promise<VersionRow> {
  const id = version ?? file.current_version;
  const row = id === null ? undefined : await versionById(database, file.key, id);
  if (row !== undefined) return row;
  throw version === undefined ? notFound('The file has no content yet') : notFound('Version not found');
}

/** The whole history of a file, in no order. */
export async function allVersionsOf(database: Kysely<Tables>, fileKey: FileKey): Promise<VersionRow[]> {
  return database.selectFrom('versions').selectAll().where('file_key', '=', fileKey).execute();
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
  fileKey: FileKey,
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
  fileKey: FileKey,
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
