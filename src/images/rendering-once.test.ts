import { expect, test } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/snapshot.ts';
import { readSource } from '../import/importers.ts';
import { imageOptions } from './image-options.ts';
import type { RenderPool, RenderRequest } from './render-pool.ts';
import type { RenderOutcome } from './render-task.ts';
import { type Rendering, renderingOnce } from './rendering-once.ts';

const children = ['1:1', '1:2', '1:3'].map((id) => ({ id, type: 'RECTANGLE' }));
const document = { id: '0:0', type: 'DOCUMENT', children };
const source = readSource(Buffer.from(JSON.stringify({ document })));
const snapshot = openSnapshot(memorySource(Buffer.concat(compileSnapshot(source).chunks)));

const image: RenderOutcome = {
  width: 1,
  height: 1,
  sizeBytes: 1,
  report: { substitutions: [], notDrawn: [] },
};

/** Threads that work when they are told to. */
function heldPool() {
  const asked: RenderRequest[] = [];
  const turns: ((outcome: RenderOutcome | undefined) => void)[] = [];
  const pool: RenderPool = {
    render: async (request) => {
      asked.push(request);
      const outcome = await new Promise<RenderOutcome | undefined>((resolve) => turns.push(resolve));
      return request.tasks.map(() => outcome);
    },
    waiting: () => 0,
    close: async () => {},
  };
  return { pool, asked, turns };
}

function setUp() {
  const held = heldPool();
  const files = {
    pathOf: (name: string) => name,
    added: () => {},
    read: async () => undefined,
    settled: async () => {},
  };
  const renderOnce = renderingOnce({ pool: held.pool, files, blobs: {} as never });
  const rendering = (signal?: AbortSignal): Rendering => ({
    ...{ snapshot, snapshotPath: '', imageFills: new Map(), fonts: { fingerprint: '', files: [] } },
    ...{ options: imageOptions({}), signal },
  });
  return { ...held, renderOnce, rendering };
}

const wanted = (...nodeIds: string[]) => nodeIds.map((nodeId) => ({ nodeId, name: `${nodeId}.png` }));

test('what two ask for at the same time is rendered once', async () => {
  const { renderOnce, rendering, asked, turns } = setUp();
  const one = renderOnce(rendering(), wanted('1:1', '1:2'));
  const other = renderOnce(rendering(), wanted('1:2', '1:3', '9:9'));
  for (const turn of turns) turn(image);
  expect(asked.map(({ tasks }) => tasks.map(({ path }) => path))).toEqual([
    ['1:1.png', '1:2.png'],
    ['1:3.png'],
  ]);
  expect([...(await one).keys()].sort()).toEqual(['1:1.png', '1:2.png']);
  expect((await other).get('1:2.png')).toEqual(image);
  expect((await other).get('9:9.png')).toEqual({ reason: 'missing' });
});

test('what one gives up another gets all the same', async () => {
  const { renderOnce, rendering, asked, turns } = setUp();
  const leaving = new AbortController();
  const one = renderOnce(rendering(leaving.signal), wanted('1:1'));
  const other = renderOnce(rendering(), wanted('1:1'));
  leaving.abort();
  turns[0]?.(undefined);
  expect((await one).size).toBe(0);
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.(image);
  expect((await other).get('1:1.png')).toEqual(image);
  expect(asked).toHaveLength(2);
});

test('what is done is rendered anew when it is asked for again', async () => {
  const { renderOnce, rendering, asked, turns } = setUp();
  const one = renderOnce(rendering(), wanted('1:1'));
  turns[0]?.({ reason: 'failed' });
  expect((await one).get('1:1.png')).toEqual({ reason: 'failed' });
  const again = renderOnce(rendering(), wanted('1:1'));
  turns[1]?.(image);
  expect((await again).get('1:1.png')).toEqual(image);
  expect(asked).toHaveLength(2);
});
