const shortestMs = 60_000;
const longestMs = 3_600_000;
/** What has not changed for so many pauses is looked at after another. */
const pausesOfRest = 20;

/** When a thing is looked at again that changed last then: every minute at first, more and more seldom, hourly at last. */
export function nextLook(now: number, changedAt: number | null): number {
  const restMs = now - (changedAt ?? now);
  return now + Math.min(longestMs, Math.max(shortestMs, restMs / pausesOfRest));
}

/** When what failed is tried again: later each time. */
export const nextTry = (now: number, tries: number): number =>
  now + Math.min(longestMs, shortestMs * 2 ** Math.min(tries, 10));

/** When a thing is looked for again that is gone, or closed. */
export const nextSeldomLook = (now: number): number => now + longestMs;
