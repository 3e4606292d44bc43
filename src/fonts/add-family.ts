import type { Caller } from '../access/caller.ts';
import { CatalogueRefused, catalogueName } from '../catalogue/catalogue-name.ts';
import { type FamilyFile, familyFiles } from '../catalogue/family-files.ts';
import { fetchPackage } from '../catalogue/fetch-package.ts';
import { packageFiles } from '../catalogue/package-files.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { ApiError, forbidden } from '../errors.ts';
import { oneByOne } from '../processes/one-by-one.ts';
import { styleNameOf } from '../render/text/font-match.ts';
import { addFont, type PreparedFont, prepareFont } from './add-font.ts';
import { fontsPlace } from './fonts-place.ts';
import type { Font } from './fonts-store.ts';

/** The fonts of a family of the open catalogue, stored and tried out. */
export interface PreparedFamily {
  readonly fonts: readonly PreparedFont[];
}

/** One package at a time is fetched and unpacked. */
const inTurn = oneByOne();

/**
 * Brings a family of the open catalogue by npm, ahead of the change that adds it.
 * @throws ApiError 403, 404; CatalogueRefused for what is the family's fault
 */
export async function prepareFamily(
  context: Context,
  caller: Caller,
  { family, asked }: { readonly family: string; readonly asked: OrganizationId | undefined },
): Promise<PreparedFamily> {
  await fontsPlace(context.database, caller, asked);
  if (!context.config.fontsOnline)
    throw forbidden('Fonts of the catalogue are switched off on this server (VITRINE_FONTS_ONLINE).');
  const name = catalogueName(family);
  const party = { organization: asked ?? '', caller: caller.user.id };
  const { files, licence } = await inTurn(party, async () =>
    familyFiles(name, await packageFiles(await fetchPackage(name))),
  );
  const { id } = await context.blobs.put(licence);
  const fonts: PreparedFont[] = [];
  for (const file of files)
    fonts.push({ ...(await prepareOne(context, caller, { family, asked, file })), licence: id });
  return { fonts };
}

/** The package says of each font what it is; the names within are not always those of the family. */
async function prepareOne(
  context: Context,
  caller: Caller,
  {
    family,
    asked,
    file: { bytes, weight, italic },
  }: { readonly family: string; readonly asked: OrganizationId | undefined; readonly file: FamilyFile },
): Promise<PreparedFont> {
  try {
    const font = await prepareFont(context, caller, { asked, gather: async () => bytes });
    const named = { family: family.trim(), style: styleNameOf(weight, italic), weight, italic };
    return { ...font, faces: font.faces.map((face) => ({ ...face, ...named })) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new CatalogueRefused(error.message);
  }
}

/** Adds all fonts of a family; those that are here already stay. */
export async function addFamily(change: Change, { fonts }: PreparedFamily): Promise<Font[]> {
  const added: Font[] = [];
  for (const font of fonts) added.push(await addFont(change, font));
  return added;
}
