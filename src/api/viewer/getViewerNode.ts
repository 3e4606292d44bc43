import { runYielding } from '../../content/yielding.ts';
import { textOfBody } from '../../document/body-text.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { layerRecords } from './layer-record.ts';
import { variableRecords } from './variable-records.ts';
import { placeOfNode, readViewed } from './viewed-document.ts';

/** What is longer is no text that somebody looks at. */
const mostBytes = 4 * 1024 * 1024;

/** Tells what a node says of itself, and where it lies. Its text is copied: values may be nested as deep as they like. */
export const getViewerNode: Handler<'getViewerNode'> = async (call, context) => {
  const { viewed, headers, read } = await readViewed(call, context, async (snapshot) => {
    const index = placeOfNode(snapshot, call.path.node_id);
    const { id } = snapshot.node(index);
    const node = snapshot.nodes([id], { depth: 0 });
    if (node.sizeBytes > mostBytes) throw tooLong(node.sizeBytes);
    const path = await runYielding(layerRecords(snapshot, nodesAround(snapshot, index)), call.signal());
    return { path, nodes: textOfBody(snapshot, node) };
  });
  const { path, nodes } = read;
  const variables = await variableRecords(context, viewed, nodes);
  return {
    headers,
    contentType: 'application/json; charset=utf-8',
    text: `{"path":${JSON.stringify(path)},"variables":${JSON.stringify(variables)},"nodes":${nodes}}`,
  };
};

const tooLong = (sizeBytes: number) =>
  badRequest(
    `The node says ${sizeBytes} bytes of itself; more than ${mostBytes} are not shown. Get file nodes answers it whole.`,
  );

/** From its page to the node itself. */
function nodesAround(snapshot: Snapshot, index: number): number[] {
  const around: number[] = [];
  for (let at: number | undefined = index; at !== undefined && at > 0; at = snapshot.node(at).parent)
    around.unshift(at);
  return around;
}
