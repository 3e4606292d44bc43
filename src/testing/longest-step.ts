import { slowness } from './slowness.ts';

/**
 * How much processor time of this thread the longest step of the work takes, from one turn of the event loop to the
 * next: so long would anybody else have to wait on the machine by which limits were set, with nothing else to do.
 */
export async function longestStepMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let lastMs = threadMs();
  const look = (): void => {
    const nowMs = threadMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return Math.max(longestMs, threadMs() - lastMs) / slowness();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
