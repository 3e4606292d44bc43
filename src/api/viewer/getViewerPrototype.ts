import { nodeIdOf } from '../../contract/node-ids.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { Handler } from '../../operation.ts';
import { pageAround } from './page-around.ts';
import { hasClicks } from './prototype-clicks.ts';
import { type Frame, frameAround, framesOf, saidStarts, startOf } from './prototype-frames.ts';
import { viewedDocument } from './viewed-document.ts';

const mostFrames = 1000;

/** Tells the frames of a page as a prototype shows them one after the other, and where it starts. */
export const getViewerPrototype: Handler<'getViewerPrototype'> = async (call, context) => {
  const { snapshot, headers } = await viewedDocument(call, context);
  const asked = call.query['node-id'];
  const node = asked === undefined ? undefined : snapshot.find(nodeIdOf(asked));
  const page = node ? pageAround(snapshot, node) : firstPage(snapshot);
  if (page === undefined)
    return { headers, json: { page: null, frames: [], start: null, frame: null, is_prototype: false } };
  const frames = await framesOf(snapshot, page);
  const start = startOf(snapshot, page, frames);
  const isNode = asked !== undefined && node !== page;
  const frame = isNode ? frameAround(snapshot, frames, node) : start;
  return {
    headers,
    json: {
      page: snapshot.node(page).id,
      frames: frames.slice(0, mostFrames).map(record),
      start: start ? record(start) : null,
      frame: frame ? record(frame) : null,
      is_prototype: saidStarts(snapshot, page).length > 0 || (await hasClicks(snapshot, page)),
    },
  };
};

const record = ({ id, name, bounds }: Frame) => ({ id, name, bounds });

/** The first page that says where a prototype starts, else the first. */
function firstPage(snapshot: Snapshot): number | undefined {
  const pages = [...snapshot.children(0)];
  return pages.find((page) => saidStarts(snapshot, page).length > 0) ?? pages[0];
}
