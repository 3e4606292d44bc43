import type { Snapshot } from '../../document/snapshot.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { layerRecords } from './layer-record.ts';
import { placeOfNode, readingOf } from './viewed-document.ts';

const mostOfPage = 1000;

/** Lists what lies directly in a node, the uppermost first. */
export const listViewerChildren: Handler<'listViewerChildren'> = async (call, context) => {
  const start = placeIn(call.query.cursor);
  const end = start + mostOfPage;
  const { node_id: id } = call.path;
  return readingOf<'listViewerChildren'>(
    call,
    context,
    { about: ['children', id, start], brings: 'parts' },
    async (snapshot, run) => {
      const all = await run(childrenOf(snapshot, placeOfNode(snapshot, id)));
      const shown = all.slice(Math.max(0, all.length - end), Math.max(0, all.length - start)).reverse();
      const children = await run(layerRecords(snapshot, shown));
      return { children, count: all.length, ...(end < all.length ? { next_cursor: String(end) } : {}) };
    },
  );
};

/** In the order of the document; a step for each. */
function* childrenOf(snapshot: Snapshot, node: number): Generator<void, number[]> {
  const children: number[] = [];
  for (const child of snapshot.children(node)) {
    children.push(child);
    yield;
  }
  return children;
}

/** @throws ApiError 400 */
function placeIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw badRequest('cursor is not one of an answer before.');
  return Number(cursor);
}
