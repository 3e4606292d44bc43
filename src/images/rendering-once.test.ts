import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import type { ImageSource } from './image-name.ts';
import { imageOptions } from './image-options.ts';
import type { RenderPool } from './render-pool.ts';
import type { RenderOutcome } from './render-task.ts';
import { type Rendering, renderingOnce } from './rendering-once.ts';

const noSource = { imageFills: new Map() } as unknown as ImageSource;

function snapshotOf(children: object[]) {
  const document = { id: '0:0', type: 'DOCUMENT', children };
  const source = readRestSource(Buffer.from(JSON.stringify({ document })));
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(source).chunks)));
}

const snapshot = snapshotOf(['1:1', '1:2', '1:3'].map((id) => ({ id, type: 'RECTANGLE' })));

const image: RenderOutcome = {
  width: 1,
  height: 1,
  sizeBytes: 1,
  report: { substitutions: [], notDrawn: [] },
};

/** Processes that work when they are told to. */
function heldPool() {
  const drawn: string[][] = [];
  const turns: ((outcome: RenderOutcome | undefined) => void)[] = [];
  const pool: Pick<RenderPool, 'render'> = {
    render: async (request) => {
      const places = [...request.tasks.keys()].filter((place) => request.mayBegin?.(place));
      if (places.length === 0) return [];
      drawn.push(places.map((place) => request.tasks[place]!.path));
      const outcome = await new Promise<RenderOutcome | undefined>((resolve) => turns.push(resolve));
      if (outcome) for (const place of places) request.onOutcome?.(place, outcome);
      return [];
    },
  };
  return { pool, drawn, turns };
}

function setUp() {
  const held = heldPool();
  const files = {
    pathOf: (name: string) => name,
    added: () => {},
  };
  const opened: unknown[] = [];
  const snapshots = { open: async (id: unknown) => opened.push(id) as never };
  const renderOnce = renderingOnce({ pool: held.pool, files, blobs: {} as never, snapshots });
  const rendering = (signal?: AbortSignal): Rendering => ({
    snapshot,
    snapshotPath: '',
    source: noSource,
    fonts: { fingerprint: '', files: [] },
    options: imageOptions({}),
    signal,
    party: { organization: '1', caller: 'alice' },
  });
  return { ...held, renderOnce, rendering, opened };
}

const wanted = (...nodeIds: string[]) =>
  nodeIds.map((nodeId) => ({ nodeId: exactNodeId(nodeId), name: `${nodeId}.png` }));

test('what two ask for at the same time is rendered once', async () => {
  const { renderOnce, rendering, drawn, turns } = setUp();
  const one = renderOnce(rendering(), wanted('1:1', '1:2'));
  await expect.poll(() => turns.length).toBe(1);
  const other = renderOnce(rendering(), wanted('1:2', '1:3', '9:9'));
  await expect.poll(() => turns.length).toBe(2);
  for (const turn of turns) turn(image);
  expect(drawn).toEqual([['1:1.png', '1:2.png'], ['1:3.png']]);
  expect([...(await one).keys()].sort()).toEqual(['1:1.png', '1:2.png']);
  expect((await other).get('1:2.png')).toEqual(image);
  expect((await other).get('9:9.png')).toEqual({ reason: 'missing' });
});

test('an image is drawn in the turn of whoever comes to it first', async () => {
  const { renderOnce, rendering, drawn, turns, pool } = setUp();
  const { render } = pool;
  const [queued, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  pool.render = (request) => {
    asked.resolve();
    return queued.promise.then(() => render(request));
  };
  const one = renderOnce(rendering(), wanted('1:1', '1:2'));
  await asked.promise;
  pool.render = render;
  const other = renderOnce(rendering(), wanted('1:2'));
  await expect.poll(() => turns.length).toBe(1);
  turns[0]?.(image);
  expect((await other).get('1:2.png')).toEqual(image);
  queued.resolve();
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.(image);
  expect([...(await one).keys()]).toEqual(['1:1.png', '1:2.png']);
  expect(drawn).toEqual([['1:2.png'], ['1:1.png']]);
});

test('what one gives up another gets all the same', async () => {
  const { renderOnce, rendering, drawn, turns } = setUp();
  const leaving = new AbortController();
  const one = renderOnce(rendering(leaving.signal), wanted('1:1'));
  await expect.poll(() => turns.length).toBe(1);
  const other = renderOnce(rendering(), wanted('1:1'));
  leaving.abort();
  turns[0]?.(undefined);
  expect((await one).size).toBe(0);
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.(image);
  expect((await other).get('1:1.png')).toEqual(image);
  expect(drawn).toEqual([['1:1.png'], ['1:1.png']]);
});

test('what is done is rendered anew when it is asked for again', async () => {
  const { renderOnce, rendering, drawn, turns } = setUp();
  const one = renderOnce(rendering(), wanted('1:1'));
  await expect.poll(() => turns.length).toBe(1);
  turns[0]?.({ reason: 'failed' });
  expect((await one).get('1:1.png')).toEqual({ reason: 'failed' });
  const again = renderOnce(rendering(), wanted('1:1'));
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.(image);
  expect((await again).get('1:1.png')).toEqual(image);
  expect(drawn).toEqual([['1:1.png'], ['1:1.png']]);
});

test('very many nodes are looked up with others’ work in between', async () => {
  const { renderOnce, rendering } = setUp();
  const nobody = wanted(...Array.from({ length: 100_000 }, (_, at) => `9:${at}`));
  expect(await turnsWhile(() => renderOnce(rendering(), nobody))).toBeGreaterThan(2);
});

test('an image whose files are deleted under the hands of the process is drawn from files that are brought again', async () => {
  const { renderOnce, rendering, drawn, turns, opened } = setUp();
  const outcomes = renderOnce(rendering(), wanted('1:1'));
  await expect.poll(() => turns.length).toBe(1);
  turns[0]?.({ reason: 'failed', isFileGone: true });
  await expect.poll(() => turns.length).toBe(2);
  expect(opened).toHaveLength(1);
  turns[1]?.(image);
  expect((await outcomes).get('1:1.png')).toEqual(image);
  expect(drawn).toEqual([['1:1.png'], ['1:1.png']]);
});

test('an image whose files are deleted again and again is an error, and not one that cannot be drawn', async () => {
  const { renderOnce, rendering, turns } = setUp();
  const outcomes = renderOnce(rendering(), wanted('1:1'));
  const failure = expect(outcomes).rejects.toThrow('deleted again and again');
  for (const turn of [0, 1, 2]) {
    await expect.poll(() => turns.length).toBe(turn + 1);
    turns[turn]?.({ reason: 'failed', isFileGone: true });
  }
  await failure;
});

test('nodes that say megabytes of themselves are looked at with turns of others in between', async () => {
  const { renderOnce, rendering, pool } = setUp();
  pool.render = async ({ tasks, mayBegin, onOutcome }) => {
    for (const place of tasks.keys()) if (mayBegin?.(place)) onOutcome?.(place, image);
    return [];
  };
  const box = { x: 0, y: 0, width: 1000, height: 1000 };
  const long = { type: 'RECTANGLE', name: 'x'.repeat(15_000_000), absoluteBoundingBox: box };
  const monstrous = snapshotOf(['1:1', '1:2'].map((id) => ({ id, ...long })));
  const asked = { ...rendering(), snapshot: monstrous };
  expect(await turnsWhile(() => renderOnce(asked, wanted('1:1')))).toBeGreaterThan(1);
  const earlier = { snapshot: monstrous, snapshotPath: '', source: noSource };
  const [two] = wanted('1:2');
  const compared = [{ ...two!, compared: 'difference' as const }];
  expect(await turnsWhile(() => renderOnce({ ...asked, earlier }, compared))).toBeGreaterThan(1);
});
