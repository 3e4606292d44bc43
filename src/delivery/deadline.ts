/** A limit in real time. Whoever starts one stops it, in a `finally`. */
export interface Deadline {
  /** Aborted when the time is over, or the work around it has ended. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** Runs on a timer of its own, not on the server's clock: a test that moves the clock ends no call. */
export function startDeadline(deadlineMs: number, ended?: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, deadlineMs);
  ended?.addEventListener('abort', abort, { once: true });
  if (ended?.aborted) abort();
  const stop = (): void => {
    clearTimeout(timer);
    ended?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, stop };
}
