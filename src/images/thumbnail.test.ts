import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { coverNode, thumbnailOptions } from './thumbnail.ts';

const frame = (id: string, name: string, x: number, width: number) => ({
  ...{ id, name, type: 'FRAME', children: [] },
  absoluteBoundingBox: { x, y: 0, width, height: Math.min(width, 100) },
});

function snapshotOf(...frames: object[]) {
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: frames };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document }))));
  return openSnapshot(memorySource(Buffer.concat([...chunks])));
}

test('a frame that is named as the cover stands for the file', () => {
  expect(coverNode(snapshotOf(frame('1:1', 'First', 0, 10), frame('1:2', ' COVER ', 0, 10)))).toBe('1:2');
});

test('the first page stands for a file without one, as large as what is on it', () => {
  const snapshot = snapshotOf(frame('1:1', 'First', -100, 100), frame('1:2', 'Second', 900, 100));
  expect(coverNode(snapshot)).toBe('0:1');
  expect(thumbnailOptions(snapshot, exactNodeId('0:1'))?.scale).toBeCloseTo(400 / 1100);
});

test.each([
  ['very wide', 1e6, 4e-4],
  ['endless', 1e30, 1e-5],
  ['very small', 1, 4],
])('a node that is %s fits too, enlarged as far as images are', (_size, width, scale) => {
  expect(thumbnailOptions(snapshotOf(frame('1:1', 'F', 0, width)), exactNodeId('1:1'))?.scale).toBe(scale);
});

test('what has no size has no thumbnail', () => {
  expect(thumbnailOptions(snapshotOf(), exactNodeId('0:1'))).toBeUndefined();
  expect(
    thumbnailOptions(
      snapshotOf({ ...frame('1:1', 'F', 0, 0), absoluteBoundingBox: null }),
      exactNodeId('1:1'),
    ),
  ).toBeUndefined();
  expect(thumbnailOptions(snapshotOf(), exactNodeId('9:9'))).toBeUndefined();
});
