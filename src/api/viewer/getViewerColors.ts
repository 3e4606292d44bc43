import type { Handler } from '../../operation.ts';
import { colorsIn } from './document-colors.ts';
import { placeOfNode, readingOf } from './viewed-document.ts';

/** Tells the colours that a node and all that is in it are painted with. */
export const getViewerColors: Handler<'getViewerColors'> = async (call, context) => {
  const { node_id: id } = call.path;
  return readingOf<'getViewerColors'>(
    call,
    context,
    { about: ['colors', id], brings: 'all' },
    (snapshot, run) => run(colorsIn(snapshot, placeOfNode(snapshot, id))),
  );
};
