import type { Handler } from '../../operation.ts';
import { colorsIn } from './document-colors.ts';
import { placeOfNode, readingOf } from './viewed-document.ts';

const mostShown = 100;

/** Tells the colours that a node and all that is in it are painted with. */
export const getViewerColors: Handler<'getViewerColors'> = async (call, context) => {
  const { node_id: id } = call.path;
  return readingOf<'getViewerColors'>(
    call,
    context,
    { about: ['colors', id], brings: 'all' },
    async (snapshot, run) => {
      const colors = await run(colorsIn(snapshot, placeOfNode(snapshot, id)));
      return { colors: colors.slice(0, mostShown), count: colors.length };
    },
  );
};
