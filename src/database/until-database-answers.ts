import { setTimeout as wait } from 'node:timers/promises';
import { openSession } from './postgres-session.ts';

/** How long a server that starts together with its database waits for it. */
const patienceMs = 60_000;
const firstPauseMs = 250;
const longestPauseMs = 4_000;

/** Of Node and of PostgreSQL, where it is not there yet or does not take connections yet. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  '57P03',
]);

interface Waiting {
  /** Told once, when the first try found nobody. */
  readonly onWait: (reason: string) => void;
  readonly connect?: (url: string) => Promise<void>;
  readonly patienceMs?: number;
}

/**
 * Waits until PostgreSQL takes connections, a minute at the most. What else is wrong with it, and what still is then,
 * is found by who opens it.
 */
export async function untilDatabaseAnswers(url: string, waiting: Waiting): Promise<void> {
  const connect = waiting.connect ?? comeAndGo;
  const until = performance.now() + (waiting.patienceMs ?? patienceMs);
  for (let pauseMs = firstPauseMs, isFirst = true; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const reason = await reasonWhyAway(connect(url));
    if (reason === undefined || performance.now() + pauseMs > until) return;
    if (isFirst) waiting.onWait(reason);
    isFirst = false;
    await wait(pauseMs);
  }
}

async function comeAndGo(url: string): Promise<void> {
  const session = await openSession(url, 'vitrine', () => undefined);
  await session.end();
}

async function reasonWhyAway(connected: Promise<void>): Promise<string | undefined> {
  try {
    await connected;
    return undefined;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isAway = awayCodes.has(code) || message.startsWith('timeout expired');
    return isAway ? message || code : undefined;
  }
}
