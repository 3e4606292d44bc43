import type { Handler } from '../../operation.ts';
import { colorsIn } from './document-colors.ts';
import { placeOfNode, viewedDocument } from './viewed-document.ts';

const mostShown = 100;

/** Tells the colours that a node and all that is in it are painted with. */
export const getViewerColors: Handler<'getViewerColors'> = async (call, context) => {
  const { snapshot, headers } = await viewedDocument(call, context);
  const colors = await colorsIn(snapshot, placeOfNode(snapshot, call.path.node_id));
  return { headers, json: { colors: colors.slice(0, mostShown), count: colors.length } };
};
