import { Worker } from 'node:worker_threads';
import type { Case, Outcome } from './cases.ts';

const threads = 2;
/** A case that takes longer is given up. */
const deadlineMs = 60_000;

type OnOutcome = (outcome: Outcome) => void;

/** Runs all cases in threads and calls back after each, in the order in which they end. */
export async function runCases(cases: readonly Case[], folder: string, onOutcome: OnOutcome): Promise<void> {
  const waiting = cases.values();
  await Promise.all(Array.from({ length: threads }, () => runThread(waiting, folder, onOutcome)));
}

async function runThread(waiting: Iterator<Case>, folder: string, onOutcome: OnOutcome): Promise<void> {
  let thread = startThread(folder);
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    try {
      onOutcome(await runCase(thread, next.value));
    } catch (error) {
      onOutcome(failed(next.value, error as Error));
      await thread.terminate();
      thread = startThread(folder);
    }
  }
  await thread.terminate();
}

const startThread = (folder: string): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder } });

/** @throws Error where the thread ends over it or takes too long */
const runCase = (thread: Worker, given: Case): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const onMessage = (outcome: Outcome): void => end(() => resolve(outcome));
    const onError = (error: Error): void => end(() => reject(error));
    const onExit = (): void => onError(new Error('The thread ended over it.'));
    const timer = setTimeout(
      () => onError(new Error(`It took longer than ${deadlineMs / 1000} s.`)),
      deadlineMs,
    );
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(given);
  });

const failed = (given: Case, { message }: Error): Outcome => ({
  case: given,
  mean: undefined,
  worstOpaque: 0,
  comparedShare: 0,
  width: 0,
  height: 0,
  features: [],
  leftOut: { texts: 0, vectors: 0, images: 0 },
  notes: [],
  pictures: [],
  failure: message,
});
