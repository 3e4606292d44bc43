import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** Leaves that much garbage in a heap of a thread where that much lives, and collects. */
const script = `
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

async function collected(livesMb: number, garbageMb: number): Promise<number> {
  const url = new URL('collect-garbage.ts', import.meta.url).href;
  const worker = new Worker(script, { eval: true, workerData: { url, livesMb, garbageMb } });
  try {
    const { before, after } = await new Promise<{ before: number; after: number }>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    return before - after;
  } finally {
    await worker.terminate();
  }
}

test('Garbage of a small heap is collected once enough has come, and a large heap is left to the engine', async () => {
  expect(await collected(1, 4)).toBeGreaterThan(3);
  expect(await collected(40, 4)).toBeLessThan(1);
});
