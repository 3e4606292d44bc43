import { filePageAddress } from '../../access/public-addresses.ts';
import { inChange } from '../../change.ts';
import type { CompiledContent } from '../../content/compile-content.ts';
import type { Context } from '../../context.ts';
import { exactNodeId } from '../../contract/branded-ids.ts';
import { prepareContent, pushContent } from '../../dev-mode/push-content.ts';
import type { VisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

/**
 * Makes a document the file's new state. Once this answers, the version is on the disk; until then nothing of
 * it can be seen.
 */
export const putFileContent: Handler<'putFileContent'> = async (
  { caller, path, query, body, headers },
  context,
) => {
  const source = { stream: body, announcedBytes: Number(headers['content-length'] ?? 0) };
  const prepared = await prepareContent(context, caller, path.file_key, source);
  const { nodeCount, warnings } = prepared.content;
  const { file, version } = await inChange(context, caller, (change) =>
    pushContent(change, path.file_key, { ...prepared, ...query }),
  );
  return {
    json: {
      key: file.key,
      name: file.name,
      version,
      nodes: nodeCount,
      warnings: warnings.map((warning) => withAddress(warning, file, context)),
    },
  };
};

/** A warning with the address of the node's page, for the person who reads the report. @see FILE-28 */
function withAddress(
  { node, reason }: CompiledContent['warnings'][number],
  file: VisibleFile,
  { addresses }: Context,
) {
  return node === undefined
    ? { node: null, reason }
    : { node, reason, url: filePageAddress(addresses.web, file, exactNodeId(node)) };
}
