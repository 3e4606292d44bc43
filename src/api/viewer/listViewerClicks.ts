import type { Handler } from '../../operation.ts';
import { clicksIn } from './prototype-clicks.ts';
import { placeOfNode, readingOf } from './viewed-document.ts';

/** Lists where a click on a frame of a prototype does something, and what; and what happens there without one. */
export const listViewerClicks: Handler<'listViewerClicks'> = async (call, context) => {
  const { node_id: id } = call.path;
  return readingOf<'listViewerClicks'>(
    call,
    context,
    { about: ['clicks', id], brings: 'all' },
    (snapshot, run) => run(clicksIn(snapshot, placeOfNode(snapshot, id))),
  );
};
