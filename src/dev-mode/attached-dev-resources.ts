import { refuseFull } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { DevResourceId, FileKey, NodeId } from '../contract/branded-ids.ts';
import { badRequest, notFound } from '../errors.ts';
import { findVersion } from '../files/versions-store.ts';
import { findEditableFile, type VisibleFile } from '../files/visible-file-store.ts';
import { type DevResourceRow, devResourcesOf } from './dev-resources-store.ts';
import { mostOfNode, refusalOfLink } from './link-rules.ts';

/** A file whose dev resources are being changed, as it stands in the transaction. */
export interface AttachedFile {
  readonly file: VisibleFile;
  /** What is attached to each node. */
  readonly byNode: Map<NodeId, Link[]>;
  /** Ids of everything that is attached to the file. */
  readonly ids: Set<DevResourceId>;
  /** Whether the document as it is now has the node. */
  holds(nodeId: NodeId): boolean;
}

type AttachedLinks = Omit<AttachedFile, 'file'>;
type Link = Pick<DevResourceRow, 'id' | 'name' | 'url'>;

/** @throws ApiError 400: dev resources hang on main files */
export function requireMainFile(file: Pick<VisibleFile, 'mainFileKey'>): void {
  if (file.mainFileKey !== null) throw badRequest('file_key is that of a branch. Name the main file.');
}

/**
 * The file with what is attached to its nodes, where the caller may change it.
 * @throws ApiError 404, 403, 400
 */
export async function openAttached(
  { transaction, by, context }: Change,
  fileKey: FileKey,
): Promise<AttachedFile> {
  const file = await findEditableFile(transaction, by, fileKey);
  requireMainFile(file);
  const attached = await devResourcesOf(transaction, file.key);
  const byNode: Map<NodeId, Link[]> = Map.groupBy(attached, ({ nodeId }) => nodeId);
  const ids = new Set(attached.map(({ id }) => id));
  const version = file.currentVersion === null ? undefined : await findVersion(transaction, file, undefined);
  const opened = version === undefined ? undefined : await context.snapshots.open(version.snapshot);
  return { file, byNode, ids, holds: (nodeId) => opened?.snapshot.find(nodeId) !== undefined };
}

/**
 * Holds a new link, or one that is about to change, to what else is attached to its node, and attaches it.
 *
 * @param isBrought whether a workspace file brings it: also to a node that is gone, and not counted
 * @throws ApiError 400, 404
 */
export function attach(
  { byNode, ids, holds }: AttachedLinks,
  nodeId: NodeId,
  link: Link,
  { isBrought = false }: { readonly isBrought?: boolean } = {},
): void {
  const refusal = refusalOfLink({ nodeId, ...link });
  if (refusal !== undefined) throw badRequest(refusal);
  const others = (byNode.get(nodeId) ?? []).filter(({ id }) => id !== link.id);
  const isNew = !ids.has(link.id) && !isBrought;
  if (isNew && !holds(nodeId)) throw notFound('Node not found');
  if (isNew) refuseFull('devResourcesOfFile', ids.size);
  if (others.length >= mostOfNode) throw badRequest(`The node has ${mostOfNode} dev resources already.`);
  const address = new URL(link.url).href;
  if (others.some(({ url }) => new URL(url).href === address)) {
    throw badRequest('Another dev resource of the node has the same url.');
  }
  byNode.set(nodeId, [...others, link]);
  ids.add(link.id);
}

/** Forgets what was attached to a node and is attached elsewhere now. */
export function detach(
  { byNode, ids }: AttachedLinks,
  { id, nodeId, fileKey }: DevResourceRow,
  to: FileKey,
): void {
  byNode.set(
    nodeId,
    (byNode.get(nodeId) ?? []).filter((link) => link.id !== id),
  );
  if (to !== fileKey) ids.delete(id);
}
