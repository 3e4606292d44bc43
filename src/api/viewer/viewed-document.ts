import type { BlobId } from '../../blobs/blob-store.ts';
import type { Context } from '../../context.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { notFound } from '../../errors.ts';
import { findVersion } from '../../files/versions-store.ts';
import { type Viewed, viewedFile } from '../../sites/viewed-pages-store.ts';

interface ViewedDocument {
  readonly viewed: Viewed;
  readonly snapshot: Snapshot;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The document of the file and version that a call names, for who may look at it.
 * @throws ApiError 404
 */
export async function viewedDocument(
  call: Parameters<typeof viewedFile>[0],
  context: Context,
): Promise<ViewedDocument> {
  const { id, ...place } = await placeOfDocument(call, context);
  const { snapshot } = await context.snapshots.open(id);
  return { ...place, snapshot };
}

/**
 * The same for who needs little of it: of a document that lies elsewhere no more is brought than the work reads. It
 * may be begun again.
 * @throws ApiError 404
 */
export async function readViewed<T>(
  call: Parameters<typeof viewedFile>[0],
  context: Context,
  work: (snapshot: Snapshot) => T | Promise<T>,
): Promise<Omit<ViewedDocument, 'snapshot'> & { readonly read: T }> {
  const { id, ...place } = await placeOfDocument(call, context);
  return { ...place, read: await context.snapshots.read(id, async ({ snapshot }) => work(snapshot)) };
}

async function placeOfDocument(
  call: Parameters<typeof viewedFile>[0],
  context: Context,
): Promise<Omit<ViewedDocument, 'snapshot'> & { readonly id: BlobId }> {
  const viewed = await viewedFile(call, context);
  const { snapshot: id } = await findVersion(context.database, viewed.file, viewed.version);
  return { id, viewed, headers: { 'cache-control': keeping(viewed) } };
}

const keeping = ({ isPublic }: Viewed): string => (isPublic ? 'no-cache' : 'private, no-cache');

/**
 * The place of a node, its id as it is or as addresses have it. The document itself is none.
 * @throws ApiError 404
 */
export function placeOfNode(snapshot: Snapshot, id: string): number {
  const index = snapshot.find(nodeIdOf(id));
  if (index === undefined || index === 0) throw notFound('Node not found');
  return index;
}
