import type { Snapshot } from '../../document/snapshot.ts';
import type { Handler } from '../../operation.ts';
import { layerRecords } from './layer-record.ts';
import { readingOf } from './viewed-document.ts';

const mostHits = 200;

/** Finds nodes by a part of what lists show of their names; pages and the document are none. */
export const findViewerNodes: Handler<'findViewerNodes'> = async (call, context) => {
  const part = call.query.name.toLowerCase();
  return readingOf<'findViewerNodes'>(
    call,
    context,
    { about: ['named', part], brings: 'all' },
    async (snapshot, run) => {
      const found = await run(nodesNamed(snapshot, part));
      const shown = found.slice(0, mostHits);
      const indexes = shown.map(({ index }) => index);
      const layers = await run(layerRecords(snapshot, indexes));
      const hits = layers.map((layer, place) => ({ layer, page: shown[place]!.page }));
      return { hits, has_more: found.length > mostHits };
    },
  );
};

interface Found {
  readonly index: number;
  readonly page: string;
}

/** As many as are shown and one more, node by node. */
function* nodesNamed(snapshot: Snapshot, part: string): Generator<void, Found[]> {
  const found: Found[] = [];
  let page = '';
  for (let index = 1; index < snapshot.nodeCount && found.length <= mostHits; index += 1) {
    const { id, shortName, depth } = snapshot.node(index);
    if (depth === 1) page = id;
    else if (shortName.toLowerCase().includes(part)) found.push({ index, page });
    yield;
  }
  return found;
}
