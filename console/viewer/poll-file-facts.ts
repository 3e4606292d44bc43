import { type Facts, fetchFacts, Refused } from './file-facts.ts';

export interface FactsEvents {
  /** The first facts came, or others than before. */
  came(facts: Facts): void;
  /** They did not come; `isGone` where asking again is of no use. */
  missed(sentence: string, isGone: boolean): void;
}

export interface FollowedFacts {
  askSoon(): void;
  stop(): void;
}

const everyMs = 20_000;
/** Not more often than this, whoever asks. */
const leastPauseMs = 1500;

/**
 * Asks for the facts at once, then now and then while the page is looked at.
 * @param address Where they are, which may change with what is looked at.
 */
export function followFacts(address: () => string, events: FactsEvents): FollowedFacts {
  let before = '';
  let timer = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let isOver = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    askedAt = performance.now();
    try {
      const facts = await fetchFacts(address());
      tell(facts);
      later(everyMs);
    } catch (error) {
      miss(error);
    } finally {
      isAsking = false;
    }
  }

  function tell(facts: Facts): void {
    if (isOver) return;
    const now = JSON.stringify(facts);
    if (now !== before) events.came(facts);
    before = now;
  }

  function miss(error: unknown): void {
    if (isOver) return;
    const isGone = error instanceof Refused && [401, 403, 404].includes(error.status);
    // What is shown stays while the server is away, without words about it.
    if (isGone) events.missed('This file is not here, or not open to you.', true);
    else if (before === '') events.missed('The file could not be loaded yet. Trying again.', false);
    if (isGone) before = '';
    else later(Math.max(5000, error instanceof Refused ? error.pauseMs : 0));
  }

  function later(pauseMs: number): void {
    clearTimeout(timer);
    if (isOver) return;
    timer = window.setTimeout(() => {
      if (document.visibilityState === 'visible') void ask();
    }, pauseMs);
  }

  const askSoon = (): void => later(Math.max(0, askedAt + leastPauseMs - performance.now()));
  document.addEventListener('visibilitychange', askSoon);
  void ask();
  return {
    askSoon,
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askSoon);
    },
  };
}
