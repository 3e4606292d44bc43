/** How long a server that starts together with its database waits for it. */
const usualPatienceMs = 60_000;
const firstPauseMs = 250;
const longestPauseMs = 4_000;

/** Of Node and of PostgreSQL, where it is not there yet or does not take connections yet. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  '57P03',
]);

interface Waiting {
  /** Told once, when the first try found nobody. */
  readonly onWait: (reason: string) => void;
  readonly patienceMs?: number;
}

/**
 * What PostgreSQL answers once it takes connections, for which it has a minute.
 * @throws whatever else is wrong with it, and what still is then
 */
export async function untilDatabaseAnswers<T>(
  ask: () => Promise<T>,
  { onWait, patienceMs = usualPatienceMs }: Waiting,
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs, isFirst = true; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      const reason = reasonWhyAway(error as NodeJS.ErrnoException);
      if (reason === undefined || performance.now() + pauseMs > until) throw error;
      if (isFirst) onWait(reason);
      isFirst = false;
    }
    await new Promise((isOver) => setTimeout(isOver, pauseMs));
  }
}

function reasonWhyAway({ code = '', message }: NodeJS.ErrnoException): string | undefined {
  const isAway = awayCodes.has(code) || message.startsWith('timeout expired');
  return isAway ? message || code : undefined;
}
