import type { Budget } from './limits.ts';

/**
 * What one call pours into a bucket. Whole microseconds since 1970; a bucket is known by the moment at which it
 * will have leaked empty.
 */
export interface Portion {
  /** Until when the bucket leaks before the call is poured in. */
  readonly at: number;
  /** By how much later the bucket is empty. */
  readonly size: number;
  /** How many portions it holds. */
  readonly holds: number;
}

/** Puts calls into buckets, each by its key, so that callers at the same time never have more than fits. */
export interface Buckets {
  pour(key: string, portion: Portion): Promise<Poured>;
  /** The moment at which a bucket is empty; the past, or 0, for one that is. */
  emptyAt(key: string): Promise<number>;
}

export interface Poured {
  readonly admitted: boolean;
  /** The moment at which the bucket is empty, after this call. */
  readonly emptyAt: number;
}

const minuteMicroseconds = 60_000_000;

/**
 * A minute's budget leaks evenly. That of a month leaks in no time at its end: within it the clock stands at its
 * first moment, and each call is one microsecond.
 */
export function portionOf({ most, period }: Budget, nowMs: number): Portion {
  if (period === 'month') return { at: monthStartMs(nowMs, 0) * 1000, size: 1, holds: most };
  return { at: nowMs * 1000, size: Math.ceil(minuteMicroseconds / most), holds: most };
}

/** Where the bucket would be empty with the portion in it, by the portion's own clock; undefined where it does not fit. */
export function withPortion(emptyAt: number, { at, size, holds }: Portion): number | undefined {
  const from = Math.max(emptyAt, at);
  return from - at > (holds - 1) * size ? undefined : from + size;
}

/** How many portions are in a bucket. */
export function portionsIn(budget: Budget, nowMs: number, emptyAt: number): number {
  const { at, size, holds } = portionOf(budget, nowMs);
  return Math.min(holds, Math.max(0, Math.ceil((emptyAt - at) / size)));
}

/** Whole seconds after which a refused call fits, if nothing else is poured in. */
export function waitSeconds(budget: Budget, nowMs: number, emptyAt: number): number {
  const { size, holds } = portionOf(budget, nowMs);
  const fitsAtMs = budget.period === 'month' ? monthStartMs(nowMs, 1) : (emptyAt - (holds - 1) * size) / 1000;
  return Math.max(1, Math.ceil((fitsAtMs - nowMs) / 1000));
}

function monthStartMs(nowMs: number, later: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later);
}
