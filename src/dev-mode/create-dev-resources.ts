import type { Change } from '../change.ts';
import { type DevResourceId, devResourceIdOf, type FileKey, type NodeId } from '../contract/branded-ids.ts';
import { attach } from './attached-dev-resources.ts';
import { attachedFiles, type Batch, inParts, type OpenAttached } from './dev-resource-batch.ts';
import { insertDevResources } from './dev-resources-store.ts';
import { requireLinkName } from './link-rules.ts';
import { type AttachedLink, recordDevResources } from './record-dev-resources.ts';

export interface NewDevResource {
  readonly fileKey: FileKey;
  readonly nodeId: NodeId;
  readonly name: string;
  readonly url: string;
  /** Only a workspace file chooses it. */
  readonly id?: DevResourceId;
  /** Whether a workspace file brings it: also to a node that is gone, and not counted. */
  readonly isBrought?: boolean;
}

/**
 * Attaches links to nodes: those that can be, while each of the others comes back with its reason.
 * @throws ApiError 400 for too many
 */
export async function createDevResources(
  change: Change,
  wanted: readonly NewDevResource[],
): Promise<Batch<NewDevResource, AttachedLink>> {
  const open = attachedFiles(change);
  const batch = await inParts(wanted, (one) => attachNew(change, open, one));
  await keepNew(change, batch.done);
  return batch;
}

/**
 * Attaches a link to a node.
 * @throws ApiError 400, 403, 404
 */
export async function createDevResource(
  change: Change,
  open: OpenAttached,
  wanted: NewDevResource,
): Promise<void> {
  await keepNew(change, [await attachNew(change, open, wanted)]);
}

async function attachNew(
  { at, context: { ids } }: Change,
  open: OpenAttached,
  { fileKey, nodeId, name, url, id = devResourceIdOf(ids.digits()), isBrought = false }: NewDevResource,
): Promise<AttachedLink> {
  const { file, ...place } = await open(fileKey);
  requireLinkName(name);
  const link = { id, name, url };
  attach(place, nodeId, link, { isBrought });
  const times = { createdAt: at, ordinal: ids.ordered() };
  return { file, row: { ...link, fileKey: file.key, nodeId, ...times } };
}

async function keepNew(change: Change, links: readonly AttachedLink[]): Promise<void> {
  await insertDevResources(
    change.transaction,
    links.map(({ row }) => row),
  );
  await recordDevResources(change, 'create', links);
}
