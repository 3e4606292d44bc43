import type { Kysely, Selectable } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { filesWithStanding, standingOf } from '../access/file-access-store.ts';
import { fileRole } from '../access/file-role.ts';
import { type Page, type PageQuery, type Place, pageOf } from '../access/page.ts';
import { afterPlace } from '../database/after-place.ts';
import type { SitesTable, Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';

export type SiteRow = Selectable<SitesTable>;

/** A page of the sites of files that the caller sees, or of one file, by their paths. */
export async function pageOfSites(
  database: Kysely<Tables>,
  { user }: Caller,
  { file, ...query }: PageQuery & { readonly file?: string | undefined },
): Promise<Page<SiteRow>> {
  const rowsAfter = (place: Place | undefined, count: number) => {
    const sites = filesWithStanding(database, user.id)
      .innerJoin('sites', 'sites.file_key', 'files.key')
      .select(['sites.id', 'sites.name as siteName', 'sites.url_path', 'sites.file_key', 'sites.public']);
    const asked = file === undefined ? sites : sites.where('files.key', '=', file);
    return afterPlace(asked, ['sites.url_path', 'sites.id'], { place, count }).execute();
  };
  const page = await pageOf(
    {
      rowsAfter,
      by: 'text',
      placeOf: ({ url_path, id }) => ({ by: url_path, id }),
      isSeen: (row) => user.installationAdmin || fileRole(user, standingOf(row)) !== undefined,
    },
    query,
  );
  const rows = page.rows.map(({ id, siteName, url_path, file_key, public: isPublic }) => {
    return { id, name: siteName, url_path, file_key, public: isPublic };
  });
  return { ...page, rows };
}

export async function findSite(database: Kysely<Tables>, id: string): Promise<SiteRow | undefined> {
  return database.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst();
}

const serverKey = /^[A-Za-z0-9]{22}$/;

/**
 * Refuses a path that another site has, and one that belongs to the page of a file or might: keys that the server
 * makes have 22 letters and digits, and whether there is such a file is told to nobody.
 * @throws ApiError 409
 */
export async function refuseTakenPlace(
  transaction: Kysely<Tables>,
  { url_path, ...site }: { url_path: string; id: string },
): Promise<void> {
  const taken = await transaction
    .selectFrom('sites')
    .select('id')
    .where('url_path', '=', url_path)
    .where('id', '!=', site.id)
    .executeTakeFirst();
  const [, , key = ''] = url_path.split('/');
  const file = await transaction.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst();
  if (taken !== undefined || file !== undefined || serverKey.test(key))
    throw conflict(`The path "${url_path}" is taken.`);
}

/** @throws ApiError 409 for an id that is taken */
export async function insertSite(transaction: Kysely<Tables>, site: SiteRow): Promise<void> {
  if ((await findSite(transaction, site.id)) !== undefined) throw conflict(`The id "${site.id}" is taken.`);
  await transaction.insertInto('sites').values(site).execute();
}

export async function changeSite(transaction: Kysely<Tables>, { id, ...changes }: SiteRow): Promise<void> {
  await transaction.updateTable('sites').set(changes).where('id', '=', id).execute();
}

export async function removeSite(transaction: Kysely<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('sites').where('id', '=', id).execute();
}
