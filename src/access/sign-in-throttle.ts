import type { UserId } from '../contract/branded-ids.ts';
import { networkOf } from './address-network.ts';
import { emailKey } from './email-address.ts';
import { type Limit, type Throttle, throttle } from './throttle.ts';

/** A guess at the password of whoever has that e-mail address. */
export interface Guess {
  readonly email: string;
  readonly ipAddress: string;
}

/** Guesses at passwords, counted by the account and by the address that they come from. */
export type SignInThrottle = Throttle<Guess>;

interface Limits {
  /** By account and address together: who guesses elsewhere does not lock the owner out. */
  readonly pair: Limit;
  /** By account, from however many addresses. @see NIST SP 800-63B, 3.2.2 */
  readonly account: Limit;
  readonly address: Limit;
}

const ofSignIns: Limits = {
  pair: { most: 5, pauseMs: 60_000 },
  account: { most: 100, pauseMs: 30_000 },
  address: { most: 50, pauseMs: 10_000 },
};
/** Each asks for a mail, which somebody else may get. */
const ofResets: Limits = {
  pair: { most: 3, pauseMs: 20 * 60_000 },
  account: { most: 6, pauseMs: 20 * 60_000 },
  address: { most: 30, pauseMs: 60_000 },
};

export const signInThrottle = (now: () => number): SignInThrottle => throttle(now, keysBy(ofSignIns));

/** Counts requests for links to choose another password in place of guesses. */
export const resetThrottle = (now: () => number): SignInThrottle => throttle(now, keysBy(ofResets));

/** Tries of somebody who is known already, counted for them alone: no stranger uses these up. */
export type OwnersThrottle = Throttle<{ readonly device: string } | { readonly personId: UserId }>;

export const ownersThrottle = (now: () => number): OwnersThrottle =>
  throttle(now, (known) => [{ key: JSON.stringify(known), ...ofSignIns.pair }]);

/** The same spelling of an address stands for the same account here as where accounts are looked up. */
function keysBy(limits: Limits) {
  return ({ email, ipAddress }: Guess) => {
    const account = emailKey(email);
    const address = networkOf(ipAddress);
    return [
      { key: `pair ${address} ${account}`, ...limits.pair },
      { key: `account ${account}`, ...limits.account },
      { key: `address ${address}`, ...limits.address },
    ];
  };
}
