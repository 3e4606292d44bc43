import { nextPage } from '../../access/paged-list.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import { fontsPlace } from '../../fonts/fonts-place.ts';
import { pageOfFonts } from '../../fonts/fonts-store.ts';
import type { Handler } from '../../operation.ts';
import { builtInFonts } from '../../render/text/built-in-fonts.ts';
import { addedRecord, builtInRecords, folderRecord } from './font-record.ts';

/** Every font that texts can be drawn in, in the order in which they are looked for; those added in pages. */
export const listFonts: Handler<'listFonts'> = async ({ caller, query }, { database, fontsFolder }) => {
  const organization = await fontsPlace(database, caller, organizationIdOf(query.organization));
  const { rows: added, ...page } = await pageOfFonts(database, organization ?? undefined, query);
  const fonts = added.map(addedRecord);
  if (page.nextCursor !== undefined) return { json: { fonts, ...nextPage(page) } };
  const ofFolder = await fontsFolder.fonts();
  const { createFontRegistry } = await import('../../render/text/font-registry.ts');
  const builtIn = createFontRegistry({ files: builtInFonts() }).list();
  return { json: { fonts: [...fonts, ...ofFolder.map(folderRecord), ...builtInRecords(builtIn)] } };
};
