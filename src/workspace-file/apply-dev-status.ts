import type { Mark } from '../content/mark-nodes.ts';
import { exactNodeId, fileKeyOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileDevStatus } from '../contract/contract.ts';
import { setDevStatus } from '../dev-mode/set-dev-status.ts';
import { type Applying, ofEntry } from './applying.ts';
import { requireFile } from './named-things-store.ts';

/**
 * Marks a node of a file's current document.
 * @throws ApiError 400 naming the entry
 */
export async function applyDevStatus(
  { change, report }: Applying,
  entry: WorkspaceFileDevStatus,
): Promise<void> {
  const { node } = entry;
  const fileKey = fileKeyOf(entry.file);
  const title = `The development status of ${node}`;
  await requireFile(change.transaction, fileKey, title);
  const wanted = { fileKey, ...markOf(entry), isOfAuthor: true };
  const isChanged = await ofEntry(`${title} in the file ${fileKey}`, () => setDevStatus(change, wanted));
  if (isChanged) report.updated.push({ kind: 'development status', id: `${fileKey}/${node}` });
  else report.unchanged += 1;
}

/** The same as what comes with a document. */
export const markOf = ({ node, status, message = null }: WorkspaceFileDevStatus): Mark => ({
  nodeId: exactNodeId(node),
  status,
  message,
});
