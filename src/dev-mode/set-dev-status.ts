import { requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import { type Mark, markNodes } from '../content/mark-nodes.ts';
import type { Context } from '../context.ts';
import type { FileKey, NodeId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import { addVersion } from '../files/add-version-store.ts';
import { findVersion, type VersionRow } from '../files/versions-store.ts';
import { findEditableFile, type VisibleFile } from '../files/visible-file-store.ts';
import { devResourcesOf } from './dev-resources-store.ts';

export interface DevStatus extends Mark {
  readonly fileKey: FileKey;
  /** A workspace file lets the version be of who made the one before. */
  readonly isOfAuthor?: boolean;
}

/**
 * Sets a node's state of development: a new version of the document. Tells of it where it is another than
 * before, and answers whether it is.
 *
 * @throws ApiError 400, 403, 404
 * @see DLV-15, DLV-16
 */
export async function setDevStatus(change: Change, wanted: DevStatus): Promise<boolean> {
  const { transaction, by, context } = change;
  const { fileKey, nodeId, status, message, isOfAuthor = false } = wanted;
  const file = await findEditableFile(transaction, by, fileKey);
  requireText('message', message);
  const version = await findVersion(transaction, file, undefined);
  await requireNode(context, version, nodeId);
  const marked = await markNodes(context, version.snapshot, [{ nodeId, status, message }], transaction);
  if (marked === undefined) return false;
  const userId = isOfAuthor ? version.userId : by.user.id;
  await addVersion(change, file.key, { ...marked, nodeCount: version.nodeCount, userId });
  await tellDevStatus(change, file, { nodeId, status, message });
  return true;
}

async function tellDevStatus(change: Change, file: VisibleFile, mark: Mark): Promise<void> {
  const { nodeId, status, message } = mark;
  const relatedLinks = await devResourcesOf(change.transaction, file.mainFileKey ?? file.key, [nodeId]);
  await recordActivity(change, {
    type: 'fig_file_dev_status_change',
    entity: fileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    details: { node_id: nodeId, status, message },
  });
  await publish(change, {
    type: 'DEV_MODE_STATUS_UPDATE',
    file,
    by: change.by.user,
    nodeId,
    status,
    message,
    relatedLinks,
  });
}

/** @throws ApiError 404 where the version has no such node */
async function requireNode({ snapshots }: Context, version: VersionRow, nodeId: NodeId): Promise<void> {
  const { snapshot } = await snapshots.open(version.snapshot);
  if (snapshot.find(nodeId) === undefined) throw notFound('Node not found');
}
