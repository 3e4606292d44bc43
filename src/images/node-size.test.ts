import { expect, test } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { imageOptions } from './image-options.ts';
import { megapixelsOf } from './node-size.ts';

/** A page of frames, each a px wider than the one before; the first is row 2. */
function openFrames(count: number) {
  const frames = Array.from({ length: count }, (_, at) => ({
    id: `1:${at}`,
    name: 'Frame',
    type: 'FRAME',
    children: [],
    absoluteBoundingBox: { x: 0, y: 0, width: at + 1, height: 1000 },
  }));
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: frames };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document }))));
  const snapshot = openSnapshot(memorySource(Buffer.concat([...chunks])));
  let reads = 0;
  const subtree: typeof snapshot.subtree = (...asked) => {
    reads += 1;
    return snapshot.subtree(...asked);
  };
  return { snapshot: { ...snapshot, subtree }, reads: () => reads };
}

const at = (scale: number) => imageOptions({ format: 'png', scale });

test('the size of a node is read once for all the sizes and formats in which it is asked for', () => {
  const { snapshot, reads } = openFrames(1);
  expect([1, 2, 3].map((scale) => megapixelsOf(snapshot, 2, at(scale)))).toEqual([0.001, 0.004, 0.009]);
  expect(reads()).toBe(1);
});

test('of more nodes than are remembered each has its own size', () => {
  const { snapshot } = openFrames(2500);
  const rows = Array.from({ length: 2500 }, (_, place) => place + 2);
  const sizes = rows.map((row) => megapixelsOf(snapshot, row, at(1)));
  expect(sizes).toEqual(rows.map((row) => ((row - 1) * 1000) / 1e6));
  expect(rows.map((row) => megapixelsOf(snapshot, row, at(1)))).toEqual(sizes);
});
