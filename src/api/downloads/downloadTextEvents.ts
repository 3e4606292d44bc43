import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { OrganizationId } from '../../contract/branded-ids.ts';
import { type TextEventRow, textEventsBetween } from '../../events/text-event-store.ts';
import { hourMs, textEventsPath } from '../../events/text-events.ts';
import { readTexts } from '../../files/read-texts.ts';
import type { Handler } from '../../operation.ts';
import { requireSigned } from './require-signed.ts';

/**
 * The text events of an hour as a JSON array, written as they are read. What versions changed up to now is looked
 * for first.
 */
export const downloadTextEvents: Handler<'downloadTextEvents'> = async ({ path, query }, context) => {
  const from = path.hour * 1000;
  requireSigned(context, textEventsPath(path.organization_id, from), query);
  return {
    stream: Readable.from(arrayOf(context, path.organization_id, from)),
    contentType: 'application/json; charset=utf-8',
  };
};

async function* arrayOf(context: Context, organizationId: OrganizationId, from: number) {
  await readTexts(context, organizationId);
  let before = '[';
  for await (const row of textEventsBetween(context.database, organizationId, from, from + hourMs)) {
    yield before + JSON.stringify(textEventRecord(row));
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const textEventRecord = (row: TextEventRow) => ({
  file_key: row.file_key,
  text: row.text,
  timestamp: Math.floor(row.at / 1000),
  action_type: row.action_type,
  file_name: row.file_name,
  file_workspace_id: null,
  node_id: row.node_id,
  text_type: row.text_type,
  resource_id: row.resource_id,
  parent_comment_id: row.parent_comment_id,
  user_id: row.user_id,
  user_email: row.user_email,
});
