import { inChange } from '../../change.ts';
import { exactNodeId, fileKeyOf } from '../../contract/branded-ids.ts';
import { createDevResources } from '../../dev-mode/create-dev-resources.ts';
import { linkMembers } from '../../events/event-parts.ts';
import type { Handler } from '../../operation.ts';

/** Attaches links to nodes: those that can be, while each of the others is answered with its reason. */
export const postDevResources: Handler<'postDevResources'> = async ({ caller, body }, context) => {
  const wanted = body.dev_resources.map(({ name, url, file_key: key, node_id: node }) => {
    return { name, url, fileKey: fileKeyOf(key), nodeId: exactNodeId(node) };
  });
  const { done, refused } = await inChange(context, caller, (change) => createDevResources(change, wanted));
  const errors = refused.map(({ part: { fileKey, nodeId }, sentence }) => {
    return { file_key: fileKey, node_id: nodeId, error: sentence };
  });
  return { json: { links_created: done.map(({ row }) => linkMembers(row)), errors } };
};
