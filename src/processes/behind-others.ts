import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const isBehindHere = new AsyncLocalStorage<boolean>();

/** Does work that nobody waits for: it lets others have their turn more often. */
export const behindOthers = <T>(work: () => Promise<T>): Promise<T> => isBehindHere.run(true, work);

/** Begins work of others from within such. */
export const besideOthers = (begin: () => void): void => isBehindHere.run(false, begin);

/** Whether nobody waits for what is done here. */
export const isBehindOthers = (): boolean => isBehindHere.getStore() === true;

/** For so many times as long as the event loop was at work since the last pause, and no longer than that. */
const pausesOfWork = 4;
const longestPauseMs = 50;
let atLastPause = performance.eventLoopUtilization();

/** A pause between two steps of work that nobody waits for: the busier others keep the event loop, the longer it is. */
export async function leaveRoom(): Promise<void> {
  if (!isBehindOthers()) return;
  const { active } = performance.eventLoopUtilization(atLastPause);
  atLastPause = performance.eventLoopUtilization();
  await sleep(Math.min(longestPauseMs, pausesOfWork * active));
}
