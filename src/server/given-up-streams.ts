import { setTimeout as later } from 'node:timers';
import { withPortion } from '../access/rate-limits/bucket.ts';
import { LeastRecent } from '../least-recent.ts';

/**
 * Counts by address the streams of HTTP/2 that clients give up before they are answered. Opening streams and resetting
 * them at once costs a client nothing, and a count by connection would begin anew with each connection.
 */
export interface GivenUpStreams {
  /** Counts one more of an address. Answers whether these are too many, so that the connection has to end. */
  isTooMany(address: string): boolean;
  /** Serves a connection now, or once the pause of its address, if it counts by one, is over; answers whether it waits. */
  serve(address: string | undefined, begin: () => void): boolean;
}

export interface GivingUpLimits {
  /** So many at once, and one more after each `restMs`. */
  readonly most: number;
  readonly restMs: number;
  /** How long new connections from an address wait that had too many. */
  readonly pauseMs: number;
}

/** As many as dozens of people behind one address give up who zoom at the same time; each takes the server some 70 µs. */
const usualLimits: GivingUpLimits = { most: 2_000, restMs: 5, pauseMs: 3_000 };

/** Addresses beyond it are forgotten, the one that gave up longest ago first. */
const mostRemembered = 10_000;

interface Debt {
  /** When what was given up is forgotten: one stream after each `restMs`. */
  readonly paidAt: number;
  /** Until when new connections wait. More streams do not put it off, so that other people at the address come in. */
  readonly waitsUntil: number;
}

const none: Debt = { paidAt: 0, waitsUntil: 0 };

export function givenUpStreams(
  { most, restMs, pauseMs } = usualLimits,
  clock = {
    now: () => performance.now(),
    later: (begin: () => void, ms: number) => void later(begin, ms).unref(),
  },
): GivenUpStreams {
  const debts = new LeastRecent<string, Debt>(mostRemembered);
  return {
    isTooMany: (address) => {
      const now = clock.now();
      const { paidAt, waitsUntil } = debts.get(address) ?? none;
      const paid = withPortion(paidAt, { at: now, size: restMs, holds: most });
      const isTooMany = paid === undefined;
      const pausesAnew = isTooMany && waitsUntil <= now;
      debts.set(address, {
        paidAt: paid ?? now + most * restMs,
        waitsUntil: pausesAnew ? now + pauseMs : waitsUntil,
      });
      return isTooMany;
    },
    serve: (address, begin) => {
      const { waitsUntil } = (address === undefined ? undefined : debts.peek(address)) ?? none;
      const waitMs = waitsUntil - clock.now();
      if (waitMs > 0) clock.later(begin, waitMs);
      else begin();
      return waitMs > 0;
    },
  };
}
