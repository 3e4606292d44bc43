import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { stepBackAsThread } from '../processes/step-back.ts';
import { type ConvertTask, convertBytes } from './convert-file.ts';

/** Runs in a thread of its own, and answers each task with its outcome. */
parentPort?.on('message', async (task: ConvertTask) => {
  if (task.hasTime === true) stepBackAsThread();
  const bytes = await readFile(task.sourcePath);
  parentPort?.postMessage(await convertBytes(bytes, task));
  // Given back at once: the collector comes when the next design is there already.
  bytes.buffer.transfer(0);
});
