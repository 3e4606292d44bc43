import { runYielding } from '../../content/yielding.ts';
import { bytesOfBody } from '../../document/body-text.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { layerRecords } from './layer-record.ts';
import { variableRecords } from './variable-records.ts';
import { placeOfNode, readOnce, viewedDocument } from './viewed-document.ts';

/** What is longer is no text that somebody looks at. */
const mostBytes = 4 * 1024 * 1024;

/** Tells what a node says of itself, and where it lies. Its text is copied: values may be nested as deep as they like. */
export const getViewerNode: Handler<'getViewerNode'> = async (call, context) => {
  const { node_id: id } = call.path;
  const document = await viewedDocument(call, context);
  const nodes = await context.snapshots.read(document.id, ({ snapshot }) =>
    runYielding(textOfNode(snapshot, placeOfNode(snapshot, id)), call.signal()),
  );
  const asked = { ...document, question: { about: ['path', id], brings: 'parts' } } as const;
  const path = await readOnce(call, context, asked, (snapshot, run) =>
    run(layerRecords(snapshot, nodesAround(snapshot, placeOfNode(snapshot, id)))),
  );
  const variables = await variableRecords(context, document.viewed, nodes);
  return {
    headers: document.headers,
    contentType: 'application/json; charset=utf-8',
    text: `{"path":${path},"variables":${JSON.stringify(variables)},"nodes":${nodes}}`,
  };
};

/** @throws ApiError 400 */
function* textOfNode(snapshot: Snapshot, index: number): Generator<void, string> {
  const { id } = snapshot.node(index);
  const steps = snapshot.nodesInSteps([id], { depth: 0 });
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield;
  const { sizeBytes } = step.value;
  if (sizeBytes > mostBytes) throw tooLong(sizeBytes);
  return (yield* bytesOfBody(snapshot, step.value)).toString('utf8');
}

const tooLong = (sizeBytes: number) =>
  badRequest(
    `The node says ${sizeBytes} bytes of itself; more than ${mostBytes} are not shown. Get file nodes answers it whole.`,
  );

/** From its page to the node itself. */
function nodesAround(snapshot: Snapshot, index: number): number[] {
  const around: number[] = [];
  for (let at: number | undefined = index; at !== undefined && at > 0; at = snapshot.node(at).parent)
    around.push(at);
  return around.reverse();
}
