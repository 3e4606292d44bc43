import { projectIdOf } from '../../contract/branded-ids.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { pullFile } from '../../upstreams/pull-file.ts';

/** Reads a file of an upstream once. What was brought stays when this answers. */
export const pullFromUpstream: Handler<'pullFromUpstream'> = async ({ caller, path, body }, context) => {
  const address = body.url ?? body.file_key;
  if (address === undefined) throw badRequest('Say what to read: "url" or "file_key".');
  const projectId = projectIdOf(body.project);
  const pulled = await pullFile(context, caller, { upstreamId: path.upstream_id, address, projectId });
  const { fileKey: key, name, version, nodes, warnings, parts } = pulled;
  return {
    json: {
      key,
      name,
      version: version ?? '',
      nodes,
      parts: [...parts],
      warnings: warnings.map(({ node, reason }) => ({ node: node ?? null, reason })),
    },
  };
};
