import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prioritiesBeside, threadIds } from '../testing/thread-priorities.ts';
import { type CompileLimits, compileInWorker, compileLimits } from './compile-in-worker.ts';

const usual = compileLimits(0, 10_000_000);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-compile-'));
  const components = Array.from({ length: 200_000 }, (_, number) => `"1:${number}":{"key":"k","name":""}`);
  const document = '{"id":"0:0","name":"Document","type":"DOCUMENT","children":[]}';
  await writeFile(join(folder, 'many'), `{"components":{${components}},"document":${document}}`);
});
afterAll(() => rm(folder, { recursive: true }));

const compile = (limits: Partial<CompileLimits>, hasTime = false) => {
  const task = { sourcePath: join(folder, 'many'), snapshotPath: join(folder, 'snapshot'), hasTime };
  return compileInWorker(task, { ...usual, ...limits }, { organization: '1', caller: 'alice' });
};

test('A design that takes too much memory is refused with 413, and the next one is compiled', async () => {
  await expect(compile({ heapMb: 16 })).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/memory/),
  });
  expect(await compile({})).toMatchObject({ refusal: undefined, nodeCount: 1 });
});

test('A design that takes too long is refused with 413, and the next one is compiled', async () => {
  await expect(compile({ deadlineMs: 1 })).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/within 0 seconds/),
  });
  expect(await compile({})).toMatchObject({ refusal: undefined, nodeCount: 1 });
});

test('The limits of a design grow with it and with the largest that is taken', () => {
  expect(compileLimits(512 * 2 ** 20, 512 * 2 ** 20).deadlineMs).toBeGreaterThan(500_000);
  expect(compileLimits(0, 96 * 2 ** 20).heapMb).toBe(384);
});

test.runIf(process.platform === 'linux')(
  'A design that has time is compiled in a thread that stands behind all others, one that is awaited in none such',
  async () => {
    const known = threadIds();
    const [own, back] = [getPriority(), constants.priority.PRIORITY_BELOW_NORMAL];
    const behind = () => prioritiesBeside(known).filter((priority) => priority > own);
    await compile({});
    expect(behind()).toEqual([]);
    await compile({}, true);
    expect([behind(), getPriority()]).toEqual([own < back ? [back] : [], own]);
  },
);

test.runIf(process.platform === 'linux')(
  'A design that is converted ends the threads of its steps, where no other waits for them',
  async () => {
    await compile({});
    const kept = threadIds();
    await compile({ isAlone: true });
    expect(kept.difference(threadIds()).size).toBe(1);
    const none = threadIds();
    await Promise.all([compile({ isAlone: true }), compile({ isAlone: true })]);
    expect(threadIds().difference(none).size).toBe(0);
  },
);
