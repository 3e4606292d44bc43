/** What one question to the database told of its time. */
export interface TimeSample {
  /** Of a timer that never goes back. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly databaseMs: number;
}

/** The database's time as this process knows it, between two questions too. It never goes back. */
export interface SharedClock {
  now(): number;
  add(sample: TimeSample): void;
  /** By how much the database is ahead of this machine's clock. */
  offsetMs(): number;
  /** Moves the clock to stand so far ahead of the database's; never back. */
  setAhead(ms: number): void;
  aheadMs(): number;
}

/** The best of the last few counts: the shortest way there and back says the time most exactly. */
const samplesKept = 8;
/** A clock that is wrong is put right by so much of the time that passes, and at once where it is far behind. */
const slewShare = 0.1;
const stepMs = 1000;

export function sharedClock(
  systemMs: () => number,
  elapsedMs: () => number = () => performance.now(),
): SharedClock {
  const samples: { readonly differenceMs: number; readonly roundTripMs: number }[] = [];
  /** Database's time less the timer's. */
  let differenceMs = systemMs() - elapsedMs();
  let slewedAt = elapsedMs();
  let aheadMs = 0;
  let last = 0;

  /** The difference that the best of the samples has. */
  let best: number | undefined;
  const slew = (at: number): void => {
    const wrongBy = (best ?? differenceMs) - differenceMs;
    const most = (at - slewedAt) * slewShare;
    differenceMs += wrongBy > stepMs ? wrongBy : Math.max(-most, Math.min(most, wrongBy));
    slewedAt = at;
  };

  return {
    now: () => {
      const at = elapsedMs();
      slew(at);
      last = Math.max(last, Math.floor(at + differenceMs + aheadMs));
      return last;
    },
    add: ({ askedAt, answeredAt, databaseMs }) => {
      const sample = {
        differenceMs: databaseMs - (askedAt + answeredAt) / 2,
        roundTripMs: answeredAt - askedAt,
      };
      if (samples.length === 0) differenceMs = sample.differenceMs;
      samples.push(sample);
      if (samples.length > samplesKept) samples.shift();
      // Told each few seconds, and asked for with each request.
      best = samples.toSorted((one, other) => one.roundTripMs - other.roundTripMs)[0]?.differenceMs;
    },
    offsetMs: () => elapsedMs() + (best ?? differenceMs) - systemMs(),
    setAhead: (ms) => {
      aheadMs = Math.max(aheadMs, ms);
    },
    aheadMs: () => aheadMs,
  };
}
