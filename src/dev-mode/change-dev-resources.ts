import type { Change } from '../change.ts';
import type { DevResourceId, FileKey, NodeId } from '../contract/branded-ids.ts';
import { ApiError, badRequest, notFound } from '../errors.ts';
import { attach, detach } from './attached-dev-resources.ts';
import { attachedFiles, type Batch, inParts, type OpenAttached } from './dev-resource-batch.ts';
import { devResourceNotFound, findDevResource, updateDevResource } from './dev-resources-store.ts';
import { requireLinkName } from './link-rules.ts';
import { type AttachedLink, recordDevResources } from './record-dev-resources.ts';

export interface DevResourceChanges {
  readonly id: DevResourceId;
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** Only a workspace file attaches a link elsewhere. */
  readonly fileKey?: FileKey;
  readonly nodeId?: NodeId;
  /** Whether a workspace file brings it: also to a node that is gone, and not counted. */
  readonly isBrought?: boolean;
}

/**
 * Changes links: those that can be changed, while each of the others comes back with its reason.
 * @throws ApiError 400 for too many
 */
export async function changeDevResources(
  change: Change,
  wanted: readonly DevResourceChanges[],
): Promise<Batch<DevResourceChanges, AttachedLink>> {
  const open = attachedFiles(change);
  const batch = await inParts(wanted, (one) => attachAnew(change, open, one));
  await recordDevResources(change, 'update', batch.done);
  return batch;
}

/**
 * Changes a link.
 * @throws ApiError 400, 403, 404
 */
export async function changeDevResource(
  change: Change,
  open: OpenAttached,
  wanted: DevResourceChanges,
): Promise<void> {
  await recordDevResources(change, 'update', [await attachAnew(change, open, wanted)]);
}

async function attachAnew(
  { transaction }: Change,
  open: OpenAttached,
  { id, isBrought = false, ...wanted }: DevResourceChanges,
): Promise<AttachedLink> {
  const present = await findDevResource(transaction, id);
  if (present === undefined) throw notFound(devResourceNotFound);
  const before = await open(present.fileKey).catch(throwAsUnknown);
  if (Object.values(wanted).every((value) => value === undefined))
    throw badRequest('Nothing to change: give name or url.');
  const { name = present.name, url = present.url } = wanted;
  const { fileKey = present.fileKey, nodeId = present.nodeId } = wanted;
  const { file, ...place } = fileKey === present.fileKey ? before : await open(fileKey);
  if (name !== present.name) requireLinkName(name);
  attach(place, nodeId, { id, name, url }, { isBrought });
  if (fileKey !== present.fileKey || nodeId !== present.nodeId) detach(before, present, fileKey);
  const row = { ...present, name, url, fileKey, nodeId };
  await updateDevResource(transaction, row);
  return { file, row };
}

/** A link in a file that the caller does not see is not there for them. @see ruling H10 */
function throwAsUnknown(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? notFound(devResourceNotFound) : error;
}
