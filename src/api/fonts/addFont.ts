import { inChange } from '../../change.ts';
import { gatherBytes } from '../../content/gather-bytes.ts';
import { addFont as add, prepareFont } from '../../fonts/add-font.ts';
import type { Handler } from '../../operation.ts';
import { addedRecord } from './font-record.ts';

const largestFontBytes = 32 * 1024 * 1024;

export const addFont: Handler<'addFont'> = async ({ caller, query, body }, context) => {
  const gather = () => gatherBytes(body, largestFontBytes);
  const prepared = await prepareFont(context, caller, { asked: query.organization, gather });
  return { json: addedRecord(await inChange(context, caller, (change) => add(change, prepared))) };
};
