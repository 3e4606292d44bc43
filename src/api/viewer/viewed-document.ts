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
  const viewed = await viewedFile(call, context);
  const { snapshot: id } = await findVersion(context.database, viewed.file, viewed.version);
  const { snapshot } = await context.snapshots.open(id);
  return { viewed, snapshot, headers: { 'cache-control': keeping(viewed) } };
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
