import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import { networkOf } from './address-network.ts';
import { emailKey } from './email-address.ts';
import { storedThrottle } from './stored-throttle.ts';
import { type Limit, type LimitsOf, type Throttle, throttle } from './throttle.ts';

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

/** Where tries are counted: SQLite has one process, whose memory is enough; on PostgreSQL there may be others. */
export interface ThrottleParts {
  readonly database: Kysely<Tables>;
  readonly now: () => number;
}

const throttleOf = <Try>(parts: ThrottleParts, limitsOf: LimitsOf<Try>): Throttle<Try> =>
  isPostgres(parts.database) ? storedThrottle(parts, limitsOf) : throttle(parts.now, limitsOf);

export const signInThrottle = (parts: ThrottleParts): SignInThrottle =>
  throttleOf(parts, keysBy('sign-in', ofSignIns));

/** Counts requests for links to choose another password in place of guesses. */
export const resetThrottle = (parts: ThrottleParts): SignInThrottle =>
  throttleOf(parts, keysBy('link', ofResets));

/** Tries of somebody who is known already, counted for them alone: no stranger uses these up. */
export type OwnersThrottle = Throttle<{ readonly device: string } | { readonly personId: UserId }>;

export const ownersThrottle = (parts: ThrottleParts): OwnersThrottle =>
  throttleOf(parts, (known) => [{ key: JSON.stringify(known), ...ofSignIns.pair }]);

/** The same spelling of an address stands for the same account here as where accounts are looked up. */
function keysBy(purpose: string, limits: Limits): LimitsOf<Guess> {
  return ({ email, ipAddress }: Guess) => {
    const account = emailKey(email);
    const address = networkOf(ipAddress);
    return [
      { key: `${purpose} pair ${address} ${account}`, ...limits.pair },
      { key: `${purpose} account ${account}`, ...limits.account },
      { key: `${purpose} address ${address}`, ...limits.address },
    ];
  };
}
