import type { Caller } from '../access/caller.ts';
import { type Counted, nothingComes, refuseBeyond, spend } from '../access/caps.ts';
import { nameProblem } from '../access/name-rules.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { fontIdOf, type OrganizationId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { readFont } from '../images/read-font.ts';
import type { Party } from '../processes/turns.ts';
import type { CheckedFont } from '../render/text/check-font.ts';
import { FontError } from '../render/text/font-bytes.ts';
import { fontsPlace } from './fonts-place.ts';
import { type Font, findSameFont, insertFont } from './fonts-store.ts';
import { recordFont } from './record-font.ts';

/** A font whose bytes are stored, for the organization that was asked for, else for the caller's place. */
export interface PreparedFont {
  readonly asked: OrganizationId | undefined;
  readonly counted: Counted<'fontsOfOrganization'>;
  readonly faces: CheckedFont['faces'];
  readonly blob: { readonly id: BlobId; readonly sizeBytes: number };
  /** The text of the licence that came with it. */
  readonly licence?: BlobId;
}

/**
 * Reads and stores a font, ahead of the change that adds it.
 * @param gather reads the bytes, once the caller is known to administer the place
 * @throws ApiError 400, 403, 404
 */
export async function prepareFont(
  { database, blobs }: Context,
  caller: Caller,
  {
    asked,
    gather,
  }: { readonly asked: OrganizationId | undefined; readonly gather: () => Promise<Uint8Array> },
): Promise<PreparedFont> {
  const place = await fontsPlace(database, caller, asked);
  const counted =
    place === null
      ? nothingComes('fontsOfOrganization')
      : await refuseBeyond(database, 'fontsOfOrganization', place);
  const party = { organization: asked ?? '', caller: caller.user.id };
  const { sfnt, faces } = await readSound(await gather(), party);
  refuseUnfitNames(faces);
  return { asked, counted, faces, blob: await blobs.put(sfnt) };
}

async function readSound(bytes: Uint8Array, party: Party): Promise<CheckedFont> {
  try {
    return await readFont(bytes, party);
  } catch (error) {
    if (error instanceof FontError) throw badRequest(error.message);
    throw error;
  }
}

/**
 * Whoever made a font chose what it says of itself: names are shown, and kept, as those that people give.
 * @throws ApiError 400
 */
function refuseUnfitNames(faces: CheckedFont['faces']): void {
  for (const { family, style, postScriptName } of faces) {
    for (const name of [family, style, postScriptName]) {
      const problem = name === '' ? undefined : nameProblem(name);
      if (problem !== undefined) throw badRequest(`A name within the font cannot be kept: ${problem}`);
    }
  }
}

/**
 * Adds a font for everybody or for an organization, which shares it then; the same one twice is one.
 * @throws ApiError 403, 404
 */
export async function addFont(change: Change, prepared: PreparedFont): Promise<Font> {
  const { asked, counted, faces, blob, licence = null } = prepared;
  const { transaction, by, at, context } = change;
  const organizationId = await fontsPlace(transaction, by, asked);
  const same = await findSameFont(transaction, { blob: blob.id, organizationId });
  if (same !== undefined) return same;
  if (organizationId !== null) spend(counted, 'fontsOfOrganization', organizationId);
  const font: Font = {
    id: fontIdOf(context.ids.digits()),
    organizationId,
    family: faces[0]!.family,
    faces: JSON.stringify(faces),
    blob: blob.id,
    sizeBytes: blob.sizeBytes,
    shared: organizationId === null ? 0 : 1,
    createdAt: at,
    licence,
  };
  await insertFont(transaction, font);
  await recordFont(change, 'org_font_add', font);
  return font;
}
