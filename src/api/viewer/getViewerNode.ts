import { textOfBody } from '../../document/body-text.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { Handler } from '../../operation.ts';
import { layerRecord } from './layer-record.ts';
import { variableRecords } from './variable-records.ts';
import { placeOfNode, readViewed } from './viewed-document.ts';

/** Tells what a node says of itself, and where it lies. Its text is copied: values may be nested as deep as they like. */
export const getViewerNode: Handler<'getViewerNode'> = async (call, context) => {
  const { viewed, headers, read } = await readViewed(call, context, (snapshot) => {
    const index = placeOfNode(snapshot, call.path.node_id);
    const path = nodesAround(snapshot, index).map((one) => layerRecord(snapshot, one));
    const { id } = snapshot.node(index);
    return { path, nodes: textOfBody(snapshot, snapshot.nodes([id], { depth: 0 })) };
  });
  const { path, nodes } = read;
  const variables = await variableRecords(context, viewed, nodes);
  return {
    headers,
    contentType: 'application/json; charset=utf-8',
    text: `{"path":${JSON.stringify(path)},"variables":${JSON.stringify(variables)},"nodes":${nodes}}`,
  };
};

/** From its page to the node itself. */
function nodesAround(snapshot: Snapshot, index: number): number[] {
  const around: number[] = [];
  for (let at: number | undefined = index; at !== undefined && at > 0; at = snapshot.node(at).parent)
    around.unshift(at);
  return around;
}
