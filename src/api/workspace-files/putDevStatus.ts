import type { Kysely } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { publish } from '../../events/publish.ts';
import type { Handler } from '../../operation.ts';
import { findEditableFile, findVersion, type VisibleFile } from '../files/store.ts';
import { deleteDevStatusRow, putDevStatusRow } from './dev-status-store.ts';

/** Sets a node's state of development and tells of it where it is another than before. @see DLV-15, DLV-16 */
export const putDevStatus: Handler<'putDevStatus'> = ({ caller, path, body }, context) =>
  inTransaction(context.database, async (transaction) => {
    const file = await findEditableFile(transaction, caller, path.file_key);
    await requireNode(transaction, context, file, path.node_id);
    const { status, message = null } = body;
    const place = { file_key: file.key, node_id: path.node_id };
    if (await keep(transaction, place, { status, message }, context.clock.now())) {
      const details = { file, by: caller.user, nodeId: path.node_id, status, message, relatedLinks: [] };
      await recordActivity(transaction, caller, context, {
        type: 'fig_file_dev_status_change',
        entity: fileEntity(file),
        organizationId: file.organizationId,
        teamId: file.teamId,
        details: { node_id: path.node_id, status, message },
      });
      await publish(transaction, { type: 'DEV_MODE_STATUS_UPDATE', ...details }, context);
    }
    return { json: { ...place, status, message } };
  });

/** @throws ApiError 404 where the file as it is now has no such node */
async function requireNode(
  transaction: Kysely<Tables>,
  context: Context,
  file: VisibleFile,
  nodeId: string,
): Promise<void> {
  const version = await findVersion(transaction, file, undefined);
  const { snapshot } = await context.snapshots.open(version.snapshot);
  if (snapshot.find(nodeId) === undefined) throw notFound('Node not found');
}

/** Answers whether something is another than before. */
async function keep(
  transaction: Kysely<Tables>,
  place: { file_key: string; node_id: string },
  { status, message }: { status: 'NONE' | 'READY_FOR_DEV' | 'COMPLETED'; message: string | null },
  changed_at: number,
): Promise<boolean> {
  return status === 'NONE'
    ? deleteDevStatusRow(transaction, place.file_key, place.node_id)
    : putDevStatusRow(transaction, { ...place, status, message, changed_at });
}
