import { markNodes } from '../content/mark-nodes.ts';
import type { PatchedContent } from '../content/patched-content.ts';
import type { Context } from '../context.ts';
import type { WorkspaceFileDevStatus } from '../contract/contract.ts';
import { ApiError, badRequest } from '../errors.ts';
import { currentVersion } from '../file-variables/followed-store.ts';
import { addVersion } from '../files/add-version-store.ts';
import type { Applying } from './applying.ts';
import { requireFile } from './row-store.ts';

/**
 * Marks a node of a file's current document; nobody is told of it.
 * @throws ApiError 400 naming the entry
 */
export async function applyDevStatus(
  { change: { transaction, context }, report }: Applying,
  entry: WorkspaceFileDevStatus,
): Promise<void> {
  await requireFile(transaction, entry.file, `The development status of ${entry.node}`);
  const version = await currentVersion(transaction, entry.file);
  if (version === undefined)
    throw badRequest(`The file ${entry.file} has a development status and no content.`);
  const marked = await markedContent(context, version.snapshot, [entry]);
  if (marked === undefined) {
    report.unchanged += 1;
    return;
  }
  const by = { userId: version.user_id, at: context.clock.now() };
  await addVersion(transaction, entry.file, { ...marked, nodeCount: version.node_count, ...by });
  report.updated.push({ kind: 'development status', id: `${entry.file}/${entry.node}` });
}

/**
 * A document with the marks that a workspace file gives its nodes; undefined where it has them already.
 * @param entries of one file
 * @throws ApiError 400 naming the file
 */
export async function markedContent(
  context: Context,
  snapshot: string,
  entries: readonly WorkspaceFileDevStatus[],
): Promise<PatchedContent | undefined> {
  const marks = entries.map(({ node, status, message = null }) => ({ nodeId: node, status, message }));
  try {
    return await markNodes(context, snapshot, marks);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw badRequest(`A development status of the file ${entries[0]?.file}: ${error.message}`);
  }
}
