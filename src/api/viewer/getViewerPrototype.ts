import type { Operations } from '../../contract/contract.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { Handler } from '../../operation.ts';
import { pageAround } from './page-around.ts';
import { hasClicks } from './prototype-clicks.ts';
import { type Frame, frameAround, framesOf, saidStarts, startOf } from './prototype-frames.ts';
import { readingOf } from './viewed-document.ts';

const mostFrames = 1000;

type Prototype = Operations['getViewerPrototype']['answer'];

/** Tells the frames of a page as a prototype shows them one after the other, and where it starts. */
export const getViewerPrototype: Handler<'getViewerPrototype'> = async (call, context) => {
  const asked = call.query['node-id'];
  return readingOf<'getViewerPrototype'>(
    call,
    context,
    { about: ['prototype', asked], brings: 'all' },
    async (snapshot, run) => {
      const node = asked === undefined ? undefined : snapshot.find(nodeIdOf(asked));
      const page = node ? pageAround(snapshot, node) : await run(firstPage(snapshot));
      if (page === undefined)
        return { page: null, frames: [], start: null, frame: null, is_prototype: false };
      const isNode = asked !== undefined && node !== page;
      const read = await run(readPrototype(snapshot, page, { isNode, node }));
      const isPrototype = read.is_prototype || (await run(hasClicks(snapshot, page)));
      return { ...read, is_prototype: isPrototype };
    },
  );
};

/** What a page says of its prototype, whatever clicks do. */
function* readPrototype(
  snapshot: Snapshot,
  page: number,
  { isNode, node }: { readonly isNode: boolean; readonly node: number | undefined },
): Generator<void, Prototype> {
  const frames = yield* framesOf(snapshot, page);
  const known = new Map<number, Frame>();
  for (const frame of frames) {
    known.set(frame.index, frame);
    yield;
  }
  const starts = yield* saidStarts(snapshot, page);
  const start = (yield* startOf(snapshot, known, starts)) ?? frames[0];
  const frame = isNode ? yield* frameAround(snapshot, known, node) : start;
  return {
    page: snapshot.node(page).id,
    frames: frames.slice(0, mostFrames).map(record),
    start: start ? record(start) : null,
    frame: frame ? record(frame) : null,
    is_prototype: starts.length > 0,
  };
}

const record = ({ id, name, bounds }: Frame) => ({ id, name, bounds });

/** The first page that says where a prototype starts, else the first. */
function* firstPage(snapshot: Snapshot): Generator<void, number | undefined> {
  let first: number | undefined;
  for (const page of snapshot.children(0)) {
    if ((yield* saidStarts(snapshot, page)).length > 0) return page;
    first ??= page;
    yield;
  }
  return first;
}
