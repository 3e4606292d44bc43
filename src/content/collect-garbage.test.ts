import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** Leaves that much garbage in a heap of a thread where that much lives, and collects. */
const collecting = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { getHeapStatistics } = require('node:v8');
  const used = () => getHeapStatistics().used_heap_size / 2 ** 20;
  const kept = (mb) => Array.from({ length: mb * 4 }, () => new Array(32_768).fill(1));
  import(workerData.url).then(({ garbageCollector }) => {
    const collect = garbageCollector();
    collect();
    const lives = kept(workerData.livesMb);
    let garbage = kept(workerData.garbageMb);
    garbage = undefined;
    const before = used();
    collect();
    parentPort.postMessage({ before, after: used(), lives: lives.length });
  });
`;

const url = new URL('collect-garbage.ts', import.meta.url).href;

/** What a thread says that runs a text; it ends then. */
async function saidBy<T>(script: string, workerData: Readonly<Record<string, unknown>>): Promise<T> {
  const worker = new Worker(script, { eval: true, workerData });
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

async function collected(livesMb: number, garbageMb: number): Promise<number> {
  const { before, after } = await saidBy<{ before: number; after: number }>(collecting, {
    url,
    livesMb,
    garbageMb,
  });
  return before - after;
}

test('Garbage of a small heap is collected once enough has come, and a large heap is left to the engine', async () => {
  expect(await collected(1, 4)).toBeGreaterThan(3);
  expect(await collected(40, 4)).toBeLessThan(1);
});

/** Drops what lived, collects it as the engine does by itself, and gives it back. */
const givingBack = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { rss } = process.memoryUsage;
  import(workerData.url).then(({ garbageCollector, giveBackGarbage }) => {
    let lived = Array.from({ length: 500_000 }, (_, index) => ({ index }));
    lived = undefined;
    garbageCollector()();
    const collected = rss();
    giveBackGarbage();
    parentPort.postMessage((collected - rss()) / 2 ** 20);
  });
`;

test('Garbage that is given back leaves the process, where the engine keeps what it has collected', async () => {
  expect(await saidBy<number>(givingBack, { url })).toBeGreaterThan(5);
});
