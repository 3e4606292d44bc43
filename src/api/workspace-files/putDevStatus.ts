import { inChange } from '../../change.ts';
import { setDevStatus } from '../../dev-mode/set-dev-status.ts';
import type { Handler } from '../../operation.ts';

/** Sets a node's state of development: a new version of the document. */
export const putDevStatus: Handler<'putDevStatus'> = async ({ caller, path, body }, context) => {
  const { file_key: fileKey, node_id: nodeId } = path;
  const { status, message = null } = body;
  await inChange(context, caller, (change) => setDevStatus(change, { fileKey, nodeId, status, message }));
  return { json: { file_key: fileKey, node_id: nodeId, status, message } };
};
