import type { Handler } from '../../operation.ts';
import { clicksIn } from './prototype-clicks.ts';
import { placeOfNode, viewedDocument } from './viewed-document.ts';

/** Lists where a click on a frame of a prototype does something, and what. */
export const listViewerClicks: Handler<'listViewerClicks'> = async (call, context) => {
  const { snapshot, headers } = await viewedDocument(call, context);
  const frame = placeOfNode(snapshot, call.path.node_id);
  return { headers, json: { clicks: await clicksIn(snapshot, frame, call.signal()) } };
};
