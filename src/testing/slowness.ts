/** Processor time that `fixedWork` takes on the machine by which limits in milliseconds were set. */
const usualMs = 25;

const runs = 5;

/**
 * How many times longer this machine takes at this moment for the same work than the one by which limits of
 * processor time were set, the middle of some runs; 1 where it is as fast or faster.
 */
export function slowness(): number {
  const spentMs = Array.from({ length: runs }, () => threadMsOf(fixedWork)).sort((a, b) => a - b);
  return Math.max(1, (spentMs[Math.floor(runs / 2)] ?? 0) / usualMs);
}

/** Of this thread. */
function threadMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Names, their order, and objects out of text: what most requests are made of. */
function fixedWork(): unknown {
  const names = new Map(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, at]));
  return [[...names.keys()].sort(), JSON.parse(`[${'{"a":1,"b":"xy"},'.repeat(20_000)}1]`)];
}
