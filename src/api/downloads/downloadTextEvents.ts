import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { OrganizationId } from '../../contract/branded-ids.ts';
import { type KeptTextEvent, textEventsBetween } from '../../events/text-event-store.ts';
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

const textEventRecord = (row: KeptTextEvent) => ({
  file_key: row.fileKey,
  text: row.text,
  timestamp: Math.floor(row.at / 1000),
  action_type: row.actionType,
  file_name: row.fileName,
  file_workspace_id: null,
  node_id: row.nodeId,
  text_type: row.textType,
  resource_id: row.resourceId,
  parent_comment_id: row.parentCommentId,
  user_id: row.userId,
  user_email: row.userEmail,
});
