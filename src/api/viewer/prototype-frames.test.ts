import { describe, expect, it } from 'vitest';
import { memorySource } from '../../document/byte-source.ts';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import { atOnce } from '../../document/run-at-once.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { readRestSource } from '../../import/rest/read-rest-source.ts';
import { framesOf, inReadingOrder, saidStarts, startOf } from './prototype-frames.ts';

const at = (name: string, x: number, y: number, height = 100) => ({
  name,
  bounds: { x, y, width: 100, height },
});

describe('the frames of a prototype', () => {
  it('are read row by row from the left, whatever order they have on the page', () => {
    const frames = [at('d', 200, 300), at('b', 200, 20), at('c', 0, 310), at('a', 0, 0)];
    expect(atOnce(inReadingOrder(frames)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are in the next row from the middle of the first one on', () => {
    const frames = [at('first', 500, 0), at('above its middle', 0, 49), at('at its middle', 0, 50)];
    expect(atOnce(inReadingOrder(frames)).map(({ name }) => name)).toEqual([
      'above its middle',
      'first',
      'at its middle',
    ]);
  });

  it('are put into a row with a step for each, however many stand there', () => {
    const frames = Array.from({ length: 3_000 }, (_, place) => at(`${place}`, 7 * (2_999 - place), 0));
    const { made, steps } = inSteps(inReadingOrder(frames));
    expect(made).toEqual(frames.toReversed());
    expect(steps).toBeGreaterThanOrEqual(3_000);
  });
});

/** A page with so many frames, and starts at loose layers that lie in none. */
function pageOf(frames: number, starts: number): Snapshot {
  const absoluteBoundingBox = { x: 0, y: 0, width: 1, height: 1 };
  const many = (count: number, type: string, block: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${block}:${at}`, type, absoluteBoundingBox }));
  const loose = many(starts, 'RECTANGLE', 2);
  const flowStartingPoints = loose.map(({ id }) => ({ nodeId: id, name: '' }));
  const children = [...many(frames, 'FRAME', 1), ...loose];
  const page = { id: '0:1', type: 'CANVAS', flowStartingPoints, children };
  const document = { id: '0:0', type: 'DOCUMENT', children: [page] };
  const source = readRestSource(Buffer.from(JSON.stringify({ document })));
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(source).chunks)));
}

/** What the work makes, and how many steps it takes. */
function inSteps<T>(work: Generator<void, T>): { readonly made: T; readonly steps: number } {
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done) return { made: step.value, steps };
  }
}

describe('the start of a prototype', () => {
  it('is looked for in steps, one for each frame and for the first thousand starts that are said', () => {
    const snapshot = pageOf(2000, 3000);
    let looks = 0;
    const node = (index: number) => {
      looks += 1;
      return snapshot.node(index);
    };
    const counting: Snapshot = { ...snapshot, node };
    const frames = inSteps(framesOf(counting, 1));
    expect(frames.made).toHaveLength(2000);
    expect(frames.steps).toBeGreaterThanOrEqual(5000);
    expect(looks).toBeLessThanOrEqual(7001);
    const known = new Map(frames.made.map((frame) => [frame.index, frame]));
    looks = 0;
    const start = inSteps(startOf(counting, known, atOnce(saidStarts(snapshot, 1))));
    expect([start.made, start.steps, looks]).toEqual([undefined, 3000, 3000]);
  });
});
