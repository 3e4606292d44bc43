import type { Handler } from '../../operation.ts';
import { builtInFonts, createFontRegistry } from '../../render/text/font-registry.ts';
import { addedRecord, builtInRecords, folderRecord } from './font-record.ts';
import { fontsPlace } from './fonts-place.ts';
import { fontsOf } from './store.ts';

/** Every font that texts can be drawn in, in the order in which they are looked for. */
export const listFonts: Handler<'listFonts'> = async ({ caller, query }, { database, fontsFolder }) => {
  const organization = await fontsPlace(database, caller, query.organization);
  const added = await fontsOf(database, organization ?? undefined);
  const ofFolder = await fontsFolder.fonts();
  const builtIn = createFontRegistry({ files: builtInFonts() }).list();
  return {
    json: {
      fonts: [...added.map(addedRecord), ...ofFolder.map(folderRecord), ...builtInRecords(builtIn)],
    },
  };
};
