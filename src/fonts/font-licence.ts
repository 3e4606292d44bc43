import { text } from 'node:stream/consumers';
import { administersInstallation, type Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { FontId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { findFont } from './fonts-store.ts';

/**
 * The licence that came with a font, as text.
 * @throws ApiError 404 also where the font is that of another organization
 */
export async function fontLicence(
  { database, blobs }: Pick<Context, 'database' | 'blobs'>,
  caller: Caller,
  id: FontId,
): Promise<string> {
  const font = await findFont(database, id);
  const place = font?.organizationId ?? null;
  const mayKnow = place === null || administersInstallation(caller) || caller.user.organizationId === place;
  if (font === undefined || !mayKnow || font.licence === null) throw notFound('Licence not found');
  return text(await blobs.read(font.licence));
}
