import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { stepBackAsThread } from '../processes/step-back.ts';
import { type CompileTask, compileAnswer } from './compile-answer.ts';

/** Runs in a thread of its own, and answers each task with its outcome. */
parentPort?.on('message', async ({ sourcePath, snapshotPath, hasTime }: CompileTask) => {
  if (hasTime === true) stepBackAsThread();
  const bytes = await readFile(sourcePath);
  parentPort?.postMessage(await compileAnswer(bytes, snapshotPath));
  // Given back at once: the collector comes when the next source is there already.
  bytes.buffer.transfer(0);
});
