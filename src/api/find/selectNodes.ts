import { versionIdOf } from '../../contract/branded-ids.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { selectedNodes } from './selected-nodes.ts';

/** Nodes of a file or a branch that a selector means; all pages are of the version that the first one was of. */
export const selectNodes: Handler<'selectNodes'> = async (call, context) => {
  const { caller, path, query } = call;
  const file = await findVisibleFile(context.database, caller, path.file_key);
  return selectedNodes(call, context, async function* (from) {
    const version = from?.file === file.key ? from.version : versionIdOf(query.version);
    yield {
      version: await findVersion(context.database, file, version),
      organizationId: file.organizationId,
    };
  });
};
