/** The clock of the server. A test moves it; nothing else may ask the system for the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that runs with the system's and can be moved ahead of it; only test mode has one. */
export interface MovableClock extends Clock {
  /** Moves the clock to `time` (milliseconds since 1970); from there it runs on. */
  moveTo(time: number): void | Promise<void>;
}

export function movableClock(): MovableClock {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  return {
    now,
    moveTo: (time) => {
      aheadMs = time - Date.now();
    },
  };
}

/** The clocks of processes that share an installation differ by less: a time that is further ahead was set back since. */
export const mostSkewMs = 60_000;
