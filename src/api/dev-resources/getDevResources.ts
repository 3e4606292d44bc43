import { nodeIdsOf } from '../../contract/node-ids.ts';
import { requireMainFile } from '../../dev-mode/attached-dev-resources.ts';
import { devResourcesOf } from '../../dev-mode/dev-resources-store.ts';
import { linkMembers } from '../../events/event-parts.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

export const getDevResources: Handler<'getDevResources'> = async ({ caller, path, query }, { database }) => {
  const file = await findVisibleFile(database, caller, path.file_key);
  requireMainFile(file);
  const resources = await devResourcesOf(database, file.key, nodeIdsOf(query.node_ids));
  return { json: { dev_resources: resources.map(linkMembers) } };
};
