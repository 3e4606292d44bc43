import { ApiError } from '../errors.ts';
import { networkOf } from './address-network.ts';
import {
  costsLess,
  hashPassword,
  nobodysPassword,
  type PasswordCost,
  usualCost,
  verifyPassword,
} from './password.ts';

/**
 * Hashes and compares passwords, one after the other. Each takes memory and tens of milliseconds in the threads
 * that also read files, so no more than one of these threads is ever busy with them, and few wait.
 */
export interface PasswordWork {
  /** @throws ApiError 429 where too many wait */
  hash(password: string, ipAddress: string): Promise<string>;
  /**
   * Whether the password fits each of the stored forms, in one turn.
   * @throws ApiError 429 where too many wait
   */
  fits(password: string, stored: readonly string[], ipAddress: string): Promise<boolean[]>;
  /** Whether guesses at a stored form cost less than at those that are made here. */
  isCheap(stored: string): boolean;
  /** A stored form that no password has; comparing with it takes as long as with those that are made here. */
  readonly nobodys: string;
  /** How many computations were made. */
  made(): number;
}

/** Being done or waiting, of all and of one address. */
const mostOfAll = 200;
const mostOfOne = 20;
/** About as long as a full queue takes. */
const waitSeconds = 10;

export function passwordWork(cost: PasswordCost = usualCost): PasswordWork {
  const waiting = new Map<string, number>();
  let all = 0;
  let made = 0;
  let last: Promise<unknown> = Promise.resolve();

  const count = (address: string, by: 1 | -1): void => {
    const own = (waiting.get(address) ?? 0) + by;
    all += by;
    if (own === 0) waiting.delete(address);
    else waiting.set(address, own);
  };
  const inTurn = async <T>(ipAddress: string, work: () => Promise<T>): Promise<T> => {
    const address = networkOf(ipAddress);
    if (all >= mostOfAll || (waiting.get(address) ?? 0) >= mostOfOne) throw tooManyWait();
    count(address, 1);
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn.finally(() => count(address, -1));
  };
  return {
    hash: (password, ipAddress) =>
      inTurn(ipAddress, () => {
        made += 1;
        return hashPassword(password, cost);
      }),
    fits: (password, stored, ipAddress) =>
      inTurn(ipAddress, async () => {
        const answers: boolean[] = [];
        for (const one of stored) {
          made += 1;
          answers.push(await verifyPassword(password, one));
        }
        return answers;
      }),
    isCheap: (stored) => costsLess(stored, cost),
    nobodys: nobodysPassword(cost),
    made: () => made,
  };
}

function tooManyWait(): ApiError {
  const headers = { 'Retry-After': String(waitSeconds) };
  return new ApiError(429, `Too many passwords are being checked. Try again in ${waitSeconds} seconds.`, {
    headers,
  });
}
