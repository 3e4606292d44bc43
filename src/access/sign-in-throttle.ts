import { emailKey } from './email-address.ts';

/** Guesses at passwords, counted by the account and by the address that they come from. */
export interface SignInThrottle {
  /** Counts one guess. Answers how many seconds to wait where there were too many, and then counts nothing. */
  take(guess: Guess): number | undefined;
  /** Forgets the guesses of one who knew the password. */
  giveBack(guess: Guess): void;
}

export interface Guess {
  readonly email: string;
  readonly ipAddress: string;
}

/** So many guesses at once, and one more after each pause. */
interface Limits {
  /** By account and address together: who guesses elsewhere does not lock the owner out. */
  readonly pair: Limit;
  readonly account: Limit;
  readonly address: Limit;
}

interface Limit {
  readonly most: number;
  readonly pauseMs: number;
}

const ofSignIns: Limits = {
  pair: { most: 5, pauseMs: 60_000 },
  account: { most: 50, pauseMs: 30_000 },
  address: { most: 50, pauseMs: 10_000 },
};
/** Each asks for a mail, which somebody else may get. */
const ofResets: Limits = {
  pair: { most: 3, pauseMs: 20 * 60_000 },
  account: { most: 6, pauseMs: 20 * 60_000 },
  address: { most: 30, pauseMs: 60_000 },
};
/** What is remembered beyond it is forgotten, oldest guess first. */
const mostRemembered = 20_000;

export const signInThrottle = (now: () => number): SignInThrottle => throttle(now, ofSignIns);

/** Counts requests for links to choose another password in place of guesses. */
export const resetThrottle = (now: () => number): SignInThrottle => throttle(now, ofResets);

/** In the memory of this process: a start forgets, which is no gain for who guesses. */
function throttle(now: () => number, limits: Limits): SignInThrottle {
  /** By key: the time at which all its guesses are paid for. */
  const paidAt = new Map<string, number>();
  const remember = (key: string, at: number): void => {
    paidAt.delete(key);
    paidAt.set(key, at);
    if (paidAt.size > mostRemembered) paidAt.delete(paidAt.keys().next().value as string);
  };
  return {
    take: (guess) => {
      const at = now();
      const keys = keysOf(guess, limits);
      const waits = keys.map(({ key, most, pauseMs }) => {
        const owed = Math.max(paidAt.get(key) ?? 0, at) - at;
        return owed + pauseMs - most * pauseMs;
      });
      const waitMs = Math.max(...waits);
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      for (const { key, pauseMs } of keys) remember(key, Math.max(paidAt.get(key) ?? 0, at) + pauseMs);
      return undefined;
    },
    giveBack: (guess) => {
      for (const { key, pauseMs } of keysOf(guess, limits)) {
        const paid = paidAt.get(key);
        if (paid !== undefined) paidAt.set(key, paid - pauseMs);
      }
    },
  };
}

function keysOf({ email, ipAddress }: Guess, limits: Limits) {
  const account = emailKey(email);
  const address = network(ipAddress);
  return [
    { key: `pair ${address} ${account}`, ...limits.pair },
    { key: `account ${account}`, ...limits.account },
    { key: `address ${address}`, ...limits.address },
  ];
}

/** Whoever has an IPv6 address has the 2^64 around it, however the address is shortened. */
function network(address: string): string {
  if (!address.includes(':')) return address;
  const [start = '', end] = address.split('::');
  const first = start === '' ? [] : start.split(':');
  const last = end === undefined || end === '' ? [] : end.split(':');
  const zeros = end === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
