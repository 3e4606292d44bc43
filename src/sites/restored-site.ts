import type { DumpedRow } from '../database/dump.ts';
import { badRequest } from '../errors.ts';

/**
 * Holds a site that a backup brings to where pages of sites lie: elsewhere the server shows something else.
 * @throws ApiError 400
 */
export function refuseUnfitSite({ id, url_path: path }: DumpedRow): void {
  if (!String(path).startsWith('/site/'))
    throw badRequest(`The site "${id}" has the path "${path}", and sites lie below /site/.`);
}
