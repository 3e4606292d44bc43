import { runYielding } from '../../content/yielding.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { layerRecords } from './layer-record.ts';
import { placeOfNode, readViewed } from './viewed-document.ts';

const mostOfPage = 1000;

/** Lists what lies directly in a node, the uppermost first. */
export const listViewerChildren: Handler<'listViewerChildren'> = async (call, context) => {
  const start = placeIn(call.query.cursor);
  const end = start + mostOfPage;
  const { headers, read } = await readViewed(call, context, async (snapshot) => {
    const all = [...snapshot.children(placeOfNode(snapshot, call.path.node_id))].reverse();
    const children = await runYielding(layerRecords(snapshot, all.slice(start, end)));
    return { children, count: all.length };
  });
  return { headers, json: { ...read, ...(end < read.count ? { next_cursor: String(end) } : {}) } };
};

/** @throws ApiError 400 */
function placeIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw badRequest('cursor is not one of an answer before.');
  return Number(cursor);
}
