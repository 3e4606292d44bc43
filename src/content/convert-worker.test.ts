import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { archive, documentWith, figDesign, nodeOf } from '../testing/fig-files.ts';

test('A conversion leaves no garbage in its thread, which would stay for seconds after the thread has ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-convert-'));
  const worker = new Worker(new URL('convert-worker.ts', import.meta.url));
  onTestFinished(async () => {
    await worker.terminate();
    await rm(folder, { recursive: true });
  });
  const [sourcePath, answerPath] = [join(folder, 'source'), join(folder, 'answer')];
  const rectangles = Array.from({ length: 1_500 }, (_, index) => nodeOf('RECTANGLE', 100 + index, 1));
  await writeFile(sourcePath, archive({ 'canvas.fig': figDesign(documentWith(...rectangles)) }));
  const outcome = new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  worker.postMessage({ sourcePath, answerPath });
  expect(await outcome).toMatchObject({ refusal: undefined });
  const { total_physical_size: held, used_heap_size: used } = await worker.getHeapStatistics();
  expect(held - used).toBeLessThan(2 ** 21);
});
