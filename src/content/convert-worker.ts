import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { stepBackAsThread } from '../processes/step-back.ts';
import { giveBackGarbage } from './collect-garbage.ts';
import { type ConvertTask, convertBytes } from './convert-file.ts';

/** Runs in a thread of its own, and answers each task with its outcome. */
parentPort?.on('message', async (task: ConvertTask) => {
  if (task.hasTime === true) stepBackAsThread();
  const bytes = await readFile(task.sourcePath);
  const outcome = await convertBytes(bytes, task);
  // Given back at once: what the thread leaves behind is below all that the next step takes.
  bytes.buffer.transfer(0);
  giveBackGarbage();
  parentPort?.postMessage(outcome);
});
