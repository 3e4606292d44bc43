import { documentBody } from '../../content/byte-body.ts';
import { listOf } from '../../contract/lists.ts';
import { nodeIdsOf } from '../../contract/node-ids.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { fileHead } from './file-head.ts';
import { refuseTooLarge, tagOf } from './getFile.ts';
import { findVersion, findVisibleFile } from './store.ts';

/**
 * The asked nodes with their subtrees; an id that the file lacks is a null entry.
 *
 * @see NODE-01…10
 */
export const getFileNodes: Handler<'getFileNodes'> = async ({ caller, path, query }, context) => {
  const ids = nodeIdsOf(query.ids);
  if (ids.length === 0) throw badRequest('Missing parameter "ids": name at least one node.');
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const version = await findVersion(context.database, file, query.version);
  const shelved = await context.snapshots.open(version.snapshot);
  const selection = {
    depth: query.depth,
    geometry: query.geometry === 'paths',
    pluginData: listOf(query.plugin_data),
  };
  const nodes = shelved.snapshot.nodes(ids, selection);
  refuseTooLarge(nodes.nodeCount, context);
  const fields = JSON.stringify({ ...fileHead(file, version, context), err: null });
  const head = Buffer.from(`${fields.slice(0, -1)},"nodes":`);
  return {
    contentType: 'application/json; charset=utf-8',
    etag: tagOf(version.snapshot, JSON.stringify(selection), ids.join(','), head),
    body: documentBody(nodes, shelved, head, Buffer.from('}')),
  };
};
