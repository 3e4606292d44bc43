import { inChange } from '../../change.ts';
import { markNodes } from '../../content/mark-nodes.ts';
import type { Context } from '../../context.ts';
import { devResourceRecord, devResourcesOf } from '../../dev-mode/dev-resources-store.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { publish } from '../../events/publish.ts';
import { addVersion } from '../../files/add-version-store.ts';
import { findVersion, type VersionRow } from '../../files/versions-store.ts';
import { findEditableFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

/**
 * Sets a node's state of development: a new version of the document. Tells of it where it is another than
 * before. @see DLV-15, DLV-16
 */
export const putDevStatus: Handler<'putDevStatus'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findEditableFile(transaction, caller, path.file_key);
    const version = await findVersion(transaction, file, undefined);
    await requireNode(context, version, path.node_id);
    const { status, message = null } = body;
    const marked = await markNodes(context, version.snapshot, [{ nodeId: path.node_id, status, message }]);
    if (marked !== undefined) {
      const by = { userId: caller.user.id, at: context.clock.now() };
      await addVersion(transaction, file.key, { ...marked, nodeCount: version.node_count, ...by });
      const links = await devResourcesOf(transaction, file.main_file_key ?? file.key, [path.node_id]);
      const relatedLinks = links.map(devResourceRecord);
      const details = { file, by: caller.user, nodeId: path.node_id, status, message, relatedLinks };
      await recordActivity(change, {
        type: 'fig_file_dev_status_change',
        entity: fileEntity(file),
        organizationId: file.organizationId,
        teamId: file.teamId,
        details: { node_id: path.node_id, status, message },
      });
      await publish(change, { type: 'DEV_MODE_STATUS_UPDATE', ...details });
    }
    return { json: { file_key: file.key, node_id: path.node_id, status, message } };
  });

/** @throws ApiError 404 where the version has no such node */
async function requireNode({ snapshots }: Context, version: VersionRow, nodeId: string): Promise<void> {
  const { snapshot } = await snapshots.open(version.snapshot);
  if (snapshot.find(nodeId) === undefined) throw notFound('Node not found');
}
