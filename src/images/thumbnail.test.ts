import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import type { RenderOptions } from '../render/render-options.ts';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import { megapixelsOf } from './node-size.ts';
import { coverNode, fileThumbnail, thumbnailOptions } from './thumbnail.ts';

const frame = (id: string, name: string, x: number, width: number) => ({
  id,
  name,
  type: 'FRAME',
  children: [],
  absoluteBoundingBox: { x, y: 0, width, height: Math.min(width, 100) },
});

function snapshotOf(...frames: object[]) {
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: frames };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document }))));
  return openSnapshot(memorySource(Buffer.concat([...chunks])));
}

test('a frame that is named as the cover stands for the file', () => {
  expect(atOnce(coverNode(snapshotOf(frame('1:1', 'First', 0, 10), frame('1:2', ' COVER ', 0, 10))))).toBe(
    '1:2',
  );
});

test('the first page stands for a file without one, as large as what is on it', () => {
  const snapshot = snapshotOf(frame('1:1', 'First', -100, 100), frame('1:2', 'Second', 900, 100));
  expect(atOnce(coverNode(snapshot))).toBe('0:1');
  expect(atOnce(thumbnailOptions(snapshot, exactNodeId('0:1')))?.scale).toBeCloseTo(400 / 1100);
});

test.each([
  ['very wide', 1e6, 4e-4],
  ['endless', 1e30, 1e-5],
  ['very small', 1, 4],
])('a node that is %s fits too, enlarged as far as images are', (_size, width, scale) => {
  expect(atOnce(thumbnailOptions(snapshotOf(frame('1:1', 'F', 0, width)), exactNodeId('1:1')))?.scale).toBe(
    scale,
  );
});

test('what has no size has no thumbnail', () => {
  const boxless = snapshotOf({ id: '1:1', name: 'F', type: 'FRAME', absoluteBoundingBox: null });
  expect(atOnce(thumbnailOptions(snapshotOf(), exactNodeId('0:1')))).toBeUndefined();
  expect(atOnce(thumbnailOptions(boxless, exactNodeId('1:1')))).toBeUndefined();
  expect(atOnce(thumbnailOptions(snapshotOf(), exactNodeId('9:9')))).toBeUndefined();
});

test('the thumbnail of a page of long names is looked for in steps, and once', async () => {
  const name = '\u5b57'.repeat(30_000);
  const snapshot = snapshotOf(...Array.from({ length: 300 }, (_, at) => frame(`1:${at}`, name, at, 10)));
  let decoded = 0;
  let reads = 0;
  const counting: Snapshot = {
    ...snapshot,
    node: (index) => {
      const node = snapshot.node(index);
      const get = () => {
        decoded += 1;
        return node.name;
      };
      return Object.defineProperty({ ...node, name: '' }, 'name', { get });
    },
    subtree: (...asked) => {
      reads += 1;
      return snapshot.subtree(...asked);
    },
  };
  expect(await turnsWhile(() => fileThumbnail(counting))).toBeGreaterThan(2);
  const options = (await fileThumbnail(counting))?.options as RenderOptions;
  expect(megapixelsOf(counting, 1, options)).toBeGreaterThan(0);
  expect([await fileThumbnail(counting), decoded, reads]).toEqual([
    expect.objectContaining({ nodeId: '0:1' }),
    0,
    300,
  ]);
});
