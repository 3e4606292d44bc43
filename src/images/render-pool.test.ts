import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { startChild } from '../processes/start-child.ts';
import { type RenderPool, renderPool } from './render-pool.ts';
import type { ProcessJob } from './render-process.ts';
import {
  type BatchPart,
  type FromProcess,
  notBegun,
  type RenderTask,
  type ToProcess,
} from './render-task.ts';

const program = new URL('./fake-renderer.suite.ts', import.meta.url);
const fonts = { fingerprint: '', files: [] };
const ends = ['hang', 'native', 'end', 'crash', 'eat', 'reserve', 'slow'];
const names = ['First', 'Second', ...ends, 'throw', 'invisible', 'image yes', 'image no', 'process'];
let folder: string;
let snapshotPath: string;
let indexOf: (name: string) => number;
let pool: RenderPool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pool-'));
  snapshotPath = join(folder, 'snapshot');
  const children = names.map((name, place) => ({
    id: `1:${place + 1}`,
    type: 'VECTOR',
    name,
    fillGeometry: [{ path: 'M0 0', windingRule: 'NONZERO' }],
  }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const source = readRestSource(Buffer.from(JSON.stringify({ document })));
  const bytes = Buffer.concat([...compileSnapshot(source).chunks]);
  await writeFile(snapshotPath, bytes);
  await writeFile(join(folder, 'fill'), 'bytes of the fill');
  const snapshot = openSnapshot(memorySource(bytes));
  indexOf = (name) => snapshot.find(exactNodeId(`1:${names.indexOf(name) + 1}`)) as number;
});
afterEach(() => (pool as RenderPool | undefined)?.close());
afterAll(() => rm(folder, { recursive: true }));

const task = (name: string, more: Partial<RenderTask['options']> = {}, megapixels = 0.01): RenderTask => ({
  nodeIndex: indexOf(name),
  path: join(folder, 'images', `${name}.png`),
  megapixels,
  options: {
    format: 'png',
    scale: 1,
    contentsOnly: true,
    useAbsoluteBounds: false,
    svgOutlineText: true,
    svgIncludeId: false,
    svgIncludeNodeId: false,
    svgSimplifyStroke: true,
    ...more,
  },
});
const imagePath = async (imageRef: string) => (imageRef === 'yes' ? join(folder, 'fill') : undefined);
const pidOf = async (): Promise<number> => {
  await pool.render(request([task('process')]));
  return (await drawn('process')).pid;
};
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const someone = { organization: '1', caller: 'alice' };
const request = (tasks: RenderTask[], signal?: AbortSignal, party = someone) => ({
  snapshotPath,
  fonts,
  imagePath,
  tasks,
  signal,
  party,
});
const drawn = async (name: string) =>
  JSON.parse(await readFile(join(folder, 'images', `${name}.png`), 'utf8'));

test('a node is rendered with its geometry, bare ancestors and nothing of the page around it', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const [outcome] = await pool.render(request([task('First')]));
  expect(outcome).toMatchObject({ width: 10, height: 20, report: { substitutions: [], notDrawn: [] } });
  expect(await drawn('First')).toEqual({
    name: 'First',
    ancestors: [['0:1', []]],
    geometry: [{ path: 'M0 0', windingRule: 'NONZERO' }],
    found: 'First',
  });
  const bytes = outcome !== undefined && 'bytes' in outcome ? outcome.bytes : undefined;
  expect(Buffer.from(bytes ?? []).equals(await readFile(join(folder, 'images', 'First.png')))).toBe(true);
});

test('a small image whose bytes are enough comes with its outcome and is put nowhere', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const path = join(folder, 'images', 'nowhere.png');
  const [outcome] = await pool.render(request([{ ...task('First'), path, bundlesSmall: true }]));
  const bytes = outcome !== undefined && 'bytes' in outcome ? outcome.bytes : undefined;
  expect(JSON.parse(Buffer.from(bytes ?? []).toString()).name).toBe('First');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

/** A process by itself, and what it says of batches. */
function startDrawing() {
  const child = startChild(program, { heapMb: 256, memoryMb: 1024 });
  const parts: BatchPart[] = [];
  child.onMessage((message) => {
    const heard = message as FromProcess;
    if ('first' in heard) parts.push(heard);
  });
  return { child, parts };
}

test('a process tells what memory it holds with the last outcomes of its turn alone', async () => {
  const { child, parts } = startDrawing();
  try {
    const tasks = ['First', 'slow', 'Second'].map((name) => task(name));
    child.send({ batch: { tasks, snapshotPath, fonts } } satisfies ToProcess);
    const isOver = () => child.lastMark() === notBegun && parts.at(-1)?.over !== undefined;
    await expect.poll(isOver).toBe(true);
    expect(parts.at(-1)?.over?.residentBytes).toBeGreaterThan(0);
    expect(parts.slice(0, -1).map(({ over }) => over)).toEqual(parts.slice(1).map(() => undefined));
  } finally {
    await child.kill();
  }
});

test('a process leaves what it has not begun after half a second to its next turn', async () => {
  const { child, parts } = startDrawing();
  try {
    const tasks = ['slow', 'slow', 'First'].map((name) => task(name));
    child.send({ batch: { tasks, snapshotPath, fonts } } satisfies ToProcess);
    await expect.poll(() => parts.at(-1)?.over).toBeDefined();
    expect(parts.flatMap(({ outcomes }) => outcomes).length).toBeLessThan(tasks.length);
    expect(child.lastMark()).toBe(notBegun);
  } finally {
    await child.kill();
  }
});

test('a process says that it is ready where a batch has other fonts than the one before, and then alone', async () => {
  const child = startChild(program, { heapMb: 256, memoryMb: 1024 });
  const said: string[] = [];
  child.onMessage((message) => said.push('isReady' in (message as FromProcess) ? 'ready' : 'outcomes'));
  try {
    for (const [place, fingerprint] of ['one', 'one', 'other', 'one'].entries()) {
      const batch = { tasks: [task('First')], snapshotPath, fonts: { fingerprint, files: [] } };
      child.send({ batch } satisfies ToProcess);
      await expect.poll(() => said.filter((what) => what === 'outcomes').length).toBe(place + 1);
    }
    const ready = ['ready', 'outcomes'];
    expect(said).toEqual([...ready, 'outcomes', ...ready, ...ready]);
  } finally {
    await child.kill();
  }
});

test('the whole page comes along where content around the node is asked for', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  await pool.render(request([task('First', { contentsOnly: false })]));
  expect((await drawn('First')).page).toBe(names.length);
});

test('image fills are read from where the asking side says, or are missing', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  await pool.render(request([task('image yes'), task('image no')]));
  expect((await drawn('image yes')).image).toBe('bytes of the fill');
  expect((await drawn('image no')).image).toBeUndefined();
});

test('an image fill is asked for again only where its reference means another', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const asked: string[] = [];
  const askAs = (name: string) =>
    pool.render({
      ...request([task('image yes')]),
      imageName: () => name,
      imagePath: async (imageRef) => {
        asked.push(name);
        return imagePath(imageRef);
      },
    });
  for (const name of ['one', 'one', 'two', 'two']) await askAs(name);
  expect(asked).toEqual(['one', 'two']);
  expect((await drawn('image yes')).image).toBe('bytes of the fill');
});

test('a node that throws or has nothing to show has a reason, and its neighbours an image', async () => {
  pool = renderPool({ processes: 2, timeoutMs: 10_000, program });
  const outcomes = await pool.render(
    request(['First', 'throw', 'invisible', 'Second'].map((name) => task(name))),
  );
  expect(outcomes).toMatchObject([
    { width: 10 },
    { reason: 'failed', detail: expect.stringContaining('thrown on purpose') },
    { reason: 'invisible' },
    { width: 10 },
  ]);
});

test('a node that ends its process has failed with the reason, its neighbours in the batch have not', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const outcomes = await pool.render(
    request(['First', 'end', 'Second', 'crash', 'throw'].map((name) => task(name))),
  );
  expect(outcomes).toMatchObject([
    { width: 10 },
    { reason: 'failed', detail: expect.stringContaining('ended with 7') },
    { width: 10 },
    { reason: 'failed', detail: expect.stringContaining('ended with SIGSEGV') },
    { reason: 'failed' },
  ]);
});

/** Tasks of which one hangs, and the moment from which on it does. */
function hanging(tasks: RenderTask[]) {
  const { promise: hangs, resolve } = Promise.withResolvers<void>();
  const onImage = async (imageRef: string) => {
    if (imageRef === 'hangs') resolve();
    return imagePath(imageRef);
  };
  return { asked: { ...request(tasks), imagePath: onImage }, hangs };
}

const timeoutMs = 10_000;
/** The deadline of whatever hangs passes, and of nothing else: the clock stands still before and after. */
async function renderPastDeadline(tasks: RenderTask[]): ReturnType<RenderPool['render']> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { asked, hangs } = hanging(tasks);
    const outcomes = pool.render(asked);
    await hangs;
    // Its time goes on once it has been answered.
    await setImmediate();
    vi.advanceTimersByTime(timeoutMs);
    return await outcomes;
  } finally {
    vi.useRealTimers();
  }
}

test.each(['hang', 'native'])(
  'a node that hangs (%s) is given up after the deadline, its neighbours in the batch are not',
  async (name) => {
    pool = renderPool({ processes: 1, timeoutMs, program });
    const outcomes = await renderPastDeadline(['First', name, 'Second'].map((one) => task(one)));
    expect(outcomes).toMatchObject([{ width: 10 }, { reason: 'timed out' }, { width: 10 }]);
  },
);

test('the process of a node that hangs is gone before its place is taken', async () => {
  pool = renderPool({ processes: 1, timeoutMs, program });
  const pid = await pidOf();
  await renderPastDeadline([task('native')]);
  expect(await pidOf()).not.toBe(pid);
  expect(isThere(pid)).toBe(false);
});

test('the place of a process that was told to go is taken when it is gone', async () => {
  const ends: (() => void)[] = [];
  const stop = () => new Promise<void>((end) => ends.push(end));
  const run = async ({ onOutcome }: ProcessJob) => {
    onOutcome(0, { reason: 'timed out' });
    return false;
  };
  const start = vi.fn(() => ({ run, stop }));
  pool = renderPool({ processes: 1, timeoutMs: 700, program, start });
  await pool.render(request([task('First')]));
  const second = pool.render(request([task('Second')]));
  await setTimeout(20);
  expect([start.mock.calls.length, pool.waiting()]).toEqual([1, 1]);
  ends[0]?.();
  expect(await second).toEqual([{ reason: 'timed out' }]);
  expect(start).toHaveBeenCalledTimes(2);
  ends[1]?.();
});

test('a process that dies between two requests costs nobody an image', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  process.kill(await pidOf(), 'SIGKILL');
  expect(await pool.render(request([task('First')]))).toMatchObject([{ width: 10 }]);
});

test('closing ends what is at work in native code at once', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 600_000, program });
  const pid = await pidOf();
  const { asked, hangs } = hanging([task('native')]);
  const outcomes = pool.render(asked);
  await hangs;
  await pool.close();
  expect([isThere(pid), await outcomes]).toMatchObject([false, [{ reason: 'failed' }]]);
});

test('a node that takes too much memory has failed with the reason, its neighbours have not', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 60_000, memoryMb: 400, program });
  const outcomes = await pool.render(request(['First', 'eat', 'Second'].map((name) => task(name))));
  expect(outcomes).toMatchObject([
    { width: 10 },
    { reason: 'failed', detail: expect.stringMatching(/memory/i) },
    { width: 10 },
  ]);
});

test.runIf(process.platform === 'linux')('the system refuses memory beyond the bound', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 60_000, memoryMb: 400, program });
  const [outcome] = await pool.render(request([task('reserve')]));
  expect(outcome).toMatchObject({
    reason: 'failed',
    detail: expect.stringContaining('llocat'),
  });
});

test('a rendering process has none of the settings and secrets of the server', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  process.env.VITRINE_SMTP_URL = process.env.DATABASE_URL = 'secret';
  try {
    await pidOf();
  } finally {
    delete process.env.VITRINE_SMTP_URL;
    delete process.env.DATABASE_URL;
  }
  const { names: found } = await drawn('process');
  expect(found).toContain('PATH');
  expect(found.filter((name: string) => /VITRINE|DATABASE|TOKEN/.test(name))).toEqual([]);
});

test('a rendering process that is killed leaves its program compiled, where the settings of Node want that', async () => {
  const compiled = join(folder, 'compiled');
  vi.stubEnv('NODE_COMPILE_CACHE', compiled);
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  await pool.render(request([task('First')]));
  vi.unstubAllEnvs();
  await pool.close();
  const [version = ''] = await readdir(compiled);
  expect(await readdir(join(compiled, version))).not.toEqual([]);
});

test.each([
  ['organization', { organization: '2', caller: 'dan' }],
  ['caller of the same organization', { organization: '1', caller: 'bob' }],
])('another %s is answered while nodes that hang hold every place', async (_title, party) => {
  pool = renderPool({ processes: 1, timeoutMs: 60_000, program });
  let isOver = false;
  const hanging = pool.render(request([task('native'), task('native', {}, 32)])).then(() => {
    isOver = true;
  });
  const outcomes = await pool.render(request([task('First'), task('Second', {}, 2)], undefined, party));
  expect([outcomes, isOver]).toMatchObject([[{ width: 10 }, { width: 10 }], false]);
  await pool.close();
  await hanging;
});

test('a batch of slow nodes gives its place up for others between them', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 60_000, program });
  const done: string[] = [];
  const slow = pool.render(request(Array.from({ length: 6 }, () => task('slow'))));
  const other = pool.render(request([task('First')], undefined, { organization: '1', caller: 'alice' }));
  await Promise.all([slow.then(() => done.push('slow')), other.then(() => done.push('other'))]);
  expect(done).toEqual(['other', 'slow']);
  expect((await slow).every((outcome) => outcome !== undefined && 'width' in outcome)).toBe(true);
});

test('a request of many nodes lets one of a single node pass', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const done: string[] = [];
  const many = pool.render(request(Array.from({ length: 1_000 }, () => task('First')))).then((outcomes) => {
    done.push('many');
    return outcomes;
  });
  await pool.render(request([task('Second')])).then(() => done.push('one'));
  expect((await many).every((outcome) => outcome !== undefined && 'width' in outcome)).toBe(true);
  expect(done).toEqual(['one', 'many']);
});

/** Processes that take a moment for each batch, whatever is in it, and note which nodes each of them was given. */
function notingProcesses() {
  const given: number[][] = [];
  const start = () => {
    const nodes: number[] = [];
    given.push(nodes);
    const run = async ({ batch, onOutcome }: ProcessJob) => {
      await setImmediate();
      for (const [place, { nodeIndex }] of batch.tasks.entries()) {
        nodes.push(nodeIndex);
        onOutcome(place, { reason: 'missing' });
      }
      return true;
    };
    return { run, stop: async () => {} };
  };
  return { start, taken: () => given.map((nodes) => nodes.splice(0)) };
}

const atEvery = (step: number, count: number): RenderTask[] =>
  Array.from({ length: count }, (_, place) => ({ ...task('First'), nodeIndex: place * step }));

test('most of the nodes that are asked for in another size go to the process that drew them', async () => {
  const { start, taken } = notingProcesses();
  pool = renderPool({ processes: 2, timeoutMs: 10_000, program, start });
  await pool.render(request(atEvery(3, 1_000)));
  const before = taken().map((nodes) => new Set(nodes));
  await pool.render(request(atEvery(3, 1_000).reverse()));
  const again = taken().map((nodes, number) => nodes.filter((node) => before[number]?.has(node)).length);
  expect(again).toHaveLength(2);
  expect(Math.min(...again)).toBeGreaterThan(400);
  expect(again[0]! + again[1]!).toBeGreaterThan(900);
});

test('a process with none of its own nodes left takes those of another', async () => {
  const { start, taken } = notingProcesses();
  pool = renderPool({ processes: 2, timeoutMs: 10_000, program, start });
  await pool.render(request(atEvery(128, 1_000)));
  expect(taken().map((nodes) => nodes.length > 200)).toEqual([true, true]);
});

test('a few nodes are drawn by one process, wherever they lie in their document', async () => {
  const { start, taken } = notingProcesses();
  pool = renderPool({ processes: 2, timeoutMs: 10_000, program, start });
  await pool.render(request(atEvery(64, 32)));
  expect(taken().map((nodes) => nodes.length)).toEqual([32]);
});

test('a request that nobody waits for any more is left undone', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const leaving = new AbortController();
  const left = pool.render(
    request(
      Array.from({ length: 1_000 }, () => task('First')),
      leaving.signal,
    ),
  );
  await pool.render(request([task('Second')]));
  leaving.abort();
  const outcomes = await left;
  expect(outcomes.some((outcome) => outcome === undefined)).toBe(true);
  expect(await pool.render(request([task('Second')]))).toMatchObject([{ width: 10 }]);
});

test('an image too large to go beside others is rendered all the same', async () => {
  pool = renderPool({ processes: 2, timeoutMs: 10_000, program });
  const outcomes = await pool.render(
    request([task('First', {}, 40), task('Second', {}, 40), task('First', {}, 500)]),
  );
  expect(outcomes).toMatchObject([{ width: 10 }, { width: 10 }, { width: 10 }]);
});

test('where processes do not start at all, the request fails and not its nodes', async () => {
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program: new URL('./nothing.ts', import.meta.url) });
  await expect(pool.render(request([task('First'), task('Second')]))).rejects.toThrow(
    /not possible.*nothing/,
  );
});

test('where the temporary folder takes no files, the request fails with the reason and not its nodes', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  pool = renderPool({ processes: 1, timeoutMs: 10_000, program });
  const rendering = pool.render(request([task('First')]));
  vi.unstubAllEnvs();
  await expect(rendering).rejects.toThrow(/not possible.*ENOENT.*nowhere/);
  expect(await pool.render(request([task('Second')]))).toMatchObject([{ width: 10 }]);
});
