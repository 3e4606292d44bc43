import { nodeIdsOf } from '../../contract/node-ids.ts';
import { visibleDevResources } from '../../dev-mode/visible-dev-resources.ts';
import { linkMembers } from '../../events/event-parts.ts';
import type { Handler } from '../../operation.ts';

export const getDevResources: Handler<'getDevResources'> = async ({ caller, path, query }, { database }) => {
  const nodeIds = nodeIdsOf(query.node_ids);
  const resources = await visibleDevResources(database, caller, path.file_key, nodeIds);
  return { json: { dev_resources: resources.map(linkMembers) } };
};
