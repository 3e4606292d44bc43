import type { Kysely, Selectable } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { filesWithStanding, standingOf } from '../access/file-access-store.ts';
import { fileRole } from '../access/file-role.ts';
import { type Page, type PageQuery, type Place, pageOf } from '../access/paged-list.ts';
import { type FileKey, fileKeyOf, type SiteId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { SitesTable, Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';

/** A file that is published as a site. */
export interface Site {
  readonly id: SiteId;
  readonly name: string;
  /** Begins with a slash, as `/site/landing`. */
  readonly urlPath: string;
  readonly fileKey: FileKey;
  readonly isPublic: boolean;
}

/** A page of the sites of files that the caller sees, or of one file, by their paths. */
export async function pageOfSites(
  database: Kysely<Tables>,
  { user }: Caller,
  { fileKey, ...query }: PageQuery & { readonly fileKey: FileKey | undefined },
): Promise<Page<Site>> {
  const rowsAfter = (place: Place | undefined, count: number) => {
    const sites = filesWithStanding(database, user.id)
      .innerJoin('sites', 'sites.file_key', 'files.key')
      .select(['sites.id', 'sites.name as siteName', 'sites.url_path', 'sites.file_key', 'sites.public']);
    const asked = fileKey === undefined ? sites : sites.where('files.key', '=', fileKey);
    return afterPlace(asked, ['sites.url_path', 'sites.id'], { place, count }).execute();
  };
  const page = await pageOf(
    {
      rowsAfter,
      by: 'text',
      placeOf: ({ url_path, id }) => ({ by: url_path, id }),
      isSeen: (row) => fileRole(user, standingOf(row)) !== undefined,
    },
    query,
  );
  return { ...page, rows: page.rows.map(({ siteName, ...row }) => siteOf({ ...row, name: siteName })) };
}

/** By its id, or any of those at a path: whoever asks may see it. */
export async function findSite(
  database: Kysely<Tables>,
  asked: SiteId | { readonly urlPath: string },
): Promise<Site | undefined> {
  const sites = database.selectFrom('sites').selectAll();
  const found =
    typeof asked === 'string' ? sites.where('id', '=', asked) : sites.where('url_path', '=', asked.urlPath);
  const row = await found.executeTakeFirst();
  return row && siteOf(row);
}

const siteOf = (row: Selectable<SitesTable>): Site => ({
  id: row.id,
  name: row.name,
  urlPath: row.url_path,
  fileKey: row.file_key,
  isPublic: row.public === 1,
});

const columnsOf = ({ id, name, urlPath, fileKey, isPublic }: Site): Selectable<SitesTable> => ({
  id,
  name,
  url_path: urlPath,
  file_key: fileKey,
  public: isPublic ? 1 : 0,
});

const serverKey = /^[A-Za-z0-9]{22}$/;

/**
 * Refuses a path that another site has, and one that belongs to the page of a file or might: keys that the server
 * makes have 22 letters and digits, and whether there is such a file is told to nobody.
 * @throws ApiError 409
 */
export async function refuseTakenPlace(
  transaction: Kysely<Tables>,
  { urlPath, id }: Pick<Site, 'urlPath' | 'id'>,
): Promise<void> {
  const taken = await transaction
    .selectFrom('sites')
    .select('id')
    .where('url_path', '=', urlPath)
    .where('id', '!=', id)
    .executeTakeFirst();
  const [, , key = ''] = urlPath.split('/');
  const ofKey = transaction.selectFrom('files').select('key').where('key', '=', fileKeyOf(key));
  const file = await ofKey.executeTakeFirst();
  if (taken !== undefined || file !== undefined || serverKey.test(key))
    throw conflict(`The path "${urlPath}" is taken.`);
}

/** @throws ApiError 409 for an id that is taken */
export async function insertSite(transaction: Kysely<Tables>, site: Site): Promise<void> {
  if ((await findSite(transaction, site.id)) !== undefined) throw conflict(`The id "${site.id}" is taken.`);
  await transaction.insertInto('sites').values(columnsOf(site)).execute();
}

export async function updateSite(transaction: Kysely<Tables>, site: Site): Promise<void> {
  await transaction.updateTable('sites').set(columnsOf(site)).where('id', '=', site.id).execute();
}

export async function removeSite(transaction: Kysely<Tables>, id: SiteId): Promise<void> {
  await transaction.deleteFrom('sites').where('id', '=', id).execute();
}
