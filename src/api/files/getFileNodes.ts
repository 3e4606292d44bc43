import { versionIdOf } from '../../contract/branded-ids.ts';
import { listOf } from '../../contract/comma-lists.ts';
import { nodeIdsOf } from '../../contract/node-ids.ts';
import { badRequest } from '../../errors.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { countedBody } from './counted-body.ts';
import { fileHead } from './file-head.ts';
import { tagOf } from './getFile.ts';

/**
 * Ids of nodes inside of one another repeat what the inner ones show. A design asked for with each of its nodes stays
 * below this; one that nests thousands of levels would be gigabytes.
 */
const mostRepeatedNodes = (nodeCount: number): number => Math.max(100_000, nodeCount * 32);

/**
 * The asked nodes with their subtrees; an id that the file lacks is a null entry.
 *
 * @see NODE-01…10
 */
export const getFileNodes: Handler<'getFileNodes'> = async (call, context) => {
  const { caller, path, query } = call;
  const ids = nodeIdsOf(query.ids);
  if (ids.length === 0) throw badRequest('Missing parameter "ids": name at least one node.');
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const version = await findVersion(context.database, file, versionIdOf(query.version));
  const selection = {
    depth: query.depth,
    geometry: query.geometry === 'paths',
    pluginData: listOf(query.plugin_data),
  };
  const fields = JSON.stringify({ ...fileHead(caller, file, version, context), err: null });
  const begin = `${fields.slice(0, -1)},"nodes":`;
  return {
    contentType: 'application/json; charset=utf-8',
    etag: tagOf(version.snapshot, JSON.stringify(selection), ids.join(','), begin),
    body: await context.snapshots.read(version.snapshot, async ({ snapshot, send }) => {
      const steps = snapshot.nodesInSteps(ids, selection);
      const most = mostRepeatedNodes(snapshot.nodeCount);
      const nodes = await countedBody(steps, call.signal, context, most);
      return send(nodes, Buffer.from(begin), Buffer.from('}'));
    }),
  };
};
