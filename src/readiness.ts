import { setTimeout as sleep } from 'node:timers/promises';

/** Whether requests should come to this process, as balancers ask. */
export interface Readiness {
  /** Why they should not, in one sentence; undefined where they should. */
  whyNot(): Promise<string | undefined>;
  /** All is open and served from now on, as long as the database answers this question. */
  started(askDatabase: () => Promise<void>): void;
  /** The process is about to stop. */
  stopping(): void;
}

/** A database that has answered so lately counts as one that answers: a connection may break, and is replaced. */
const answerCountsMs = 10_000;
/** Whoever asks waits no longer for the database. */
const waitMs = 1_000;

const sentences = {
  starting: 'The server is starting.',
  stopping: 'The server is stopping.',
  silent: 'The database does not answer.',
} as const;

/** @param elapsedMs milliseconds that only ever grow */
export function readinessOf(elapsedMs = (): number => performance.now()): Readiness {
  let state: keyof typeof sentences | 'serving' = 'starting';
  let askDatabase = (): Promise<void> => Promise.reject();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  /** One question at a time, however many want to know. */
  const ask = (): Promise<void> => {
    asking ??= askDatabase()
      .then(
        () => {
          answeredAt = elapsedMs();
        },
        () => undefined,
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return {
    whyNot: async () => {
      if (state === 'serving') await Promise.race([ask(), sleep(waitMs, undefined, { ref: false })]);
      if (state !== 'serving') return sentences[state];
      return elapsedMs() - answeredAt <= answerCountsMs ? undefined : sentences.silent;
    },
    started: (question) => {
      askDatabase = question;
      if (state === 'starting') state = 'serving';
    },
    stopping: () => {
      state = 'stopping';
    },
  };
}
