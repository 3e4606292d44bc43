import { nodeIdsOf } from '../../contract/node-ids.ts';
import type { Handler } from '../../operation.ts';
import { findVisibleFile } from '../files/store.ts';
import { requireMainFile } from './attached-store.ts';
import { devResourceRecord, devResourcesOf } from './store.ts';

export const getDevResources: Handler<'getDevResources'> = async ({ caller, path, query }, { database }) => {
  const file = await findVisibleFile(database, caller, path.file_key);
  requireMainFile(file);
  const resources = await devResourcesOf(database, file.key, nodeIdsOf(query.node_ids));
  return { json: { dev_resources: resources.map(devResourceRecord) } };
};
