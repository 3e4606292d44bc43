import { CatalogueRefused } from '../../catalogue/catalogue-name.ts';
import { inChange } from '../../change.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import type { Operations } from '../../contract/contract.ts';
import { addFamily, prepareFamily } from '../../fonts/add-family.ts';
import type { Handler } from '../../operation.ts';
import { addedRecord } from './font-record.ts';

type Answer = Operations['addCatalogueFonts']['answer'];

/** Brings families one after the other; one that cannot be had does not stop the others. */
export const addCatalogueFonts: Handler<'addCatalogueFonts'> = async ({ caller, query, body }, context) => {
  const asked = organizationIdOf(query.organization);
  const answer: Answer = { added: [], failed: [] };
  for (const family of new Set(body.families)) {
    try {
      const prepared = await prepareFamily(context, caller, { family, asked });
      const fonts = await inChange(context, caller, (change) => addFamily(change, prepared));
      answer.added.push({ family, fonts: fonts.map(addedRecord) });
    } catch (error) {
      if (!(error instanceof CatalogueRefused)) throw error;
      answer.failed.push({ family, reason: error.message });
    }
  }
  return { json: answer };
};
