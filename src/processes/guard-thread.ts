import { workerData } from 'node:worker_threads';
import type { Guarded } from './guard-child.ts';
import { markTooLarge } from './guard-marks.ts';

/** Runs in a thread beside the work of a process, which it ends. */
const { parentPid, mostBytes } = workerData as Guarded;
const betweenMs = 100;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Only Windows keeps telling the number of a parent that is gone. */
const isOrphan = (): boolean => process.ppid !== parentPid || !isAlive(parentPid);

function look(): void {
  const isTooLarge = process.memoryUsage.rss() > mostBytes;
  if (!isTooLarge && !isOrphan()) return;
  try {
    if (isTooLarge) markTooLarge();
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

setInterval(look, betweenMs);
