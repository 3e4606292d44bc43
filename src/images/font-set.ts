import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { builtInFonts } from '../render/text/built-in-fonts.ts';
import type { InstalledFont } from '../render/text/open-font-registry.ts';
import { addedFonts } from './font-store.ts';
import type { FontsFolder } from './fonts-folder.ts';

/** The fonts of the installation that an organization's files are drawn with. */
export interface FontSet {
  /** The same as long as every font is: part of the name of whatever is made with them. */
  readonly fingerprint: string;
  /** Taken by `openFontRegistry`, in another thread too. */
  readonly files: readonly InstalledFont[];
}

let families: readonly string[] | undefined;

/** Some are there only where their packages have been installed. */
function builtInFamilies(): readonly string[] {
  families ??= [...new Set(builtInFonts().map(({ family }) => family))];
  return families;
}

/** Gathers the fonts that were added, for everybody and for the organization, and those of the folder. */
export async function fontSet(
  parts: { database: Kysely<Tables>; blobs: BlobStore; fontsFolder: FontsFolder },
  organizationId: OrganizationId | null,
): Promise<FontSet> {
  const added = await addedFonts(parts.database, organizationId);
  const ofFolder = await parts.fontsFolder.fonts();
  const files = await Promise.all(
    added.map(async ({ blob, faces }) => ({ path: await parts.blobs.localPath(blob), faces })),
  );
  const ids = [...added.map(({ blob }) => blob), ...ofFolder.map(({ id }) => id), ...builtInFamilies()];
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(ids)).digest('hex'),
    files: [...files, ...ofFolder.map(({ path, faces }) => ({ path, faces }))],
  };
}
