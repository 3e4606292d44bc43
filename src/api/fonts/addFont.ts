import { inChange } from '../../change.ts';
import { gatherBytes } from '../../content/gather-bytes.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import { bodyContract } from '../../contract/contract.ts';
import { addFont as add, prepareFont } from '../../fonts/add-font.ts';
import type { Handler } from '../../operation.ts';
import { addedRecord } from './font-record.ts';

const { mostBytes } = bodyContract('addFont');

export const addFont: Handler<'addFont'> = async ({ caller, query, body }, context) => {
  const gather = () => gatherBytes(body, mostBytes);
  const prepared = await prepareFont(context, caller, {
    asked: organizationIdOf(query.organization),
    gather,
  });
  return { json: addedRecord(await inChange(context, caller, (change) => add(change, prepared))) };
};
