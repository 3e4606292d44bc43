import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { inReadCommitted } from '../database/transaction.ts';
import type { Portion } from './rate-limits/bucket.ts';
import { emptyAt, guessPrefix, pour, takeOut } from './rate-limits/bucket-store.ts';
import type { Limit, LimitsOf, Throttle } from './throttle.ts';

/** A try that does not fit: what was poured in for it comes to nothing. */
class TooMany extends Error {}

/** In buckets of the database, so that all processes together admit as many as one. */
export function storedThrottle<Try>(
  { database, now }: { readonly database: Kysely<Tables>; readonly now: () => number },
  limitsOf: LimitsOf<Try>,
): Throttle<Try> {
  return {
    take: async (attempt) => {
      const poured = portions(limitsOf(attempt), now());
      try {
        await inReadCommitted(database, async (transaction) => {
          for (const { key, portion } of poured)
            if ((await pour(transaction, key, portion)) === undefined) throw new TooMany();
        });
        return undefined;
      } catch (error) {
        if (error instanceof TooMany) return longestWait(database, poured);
        throw error;
      }
    },
    // One statement each: whoever holds several rows takes them in the order of their keys.
    giveBack: async (attempt) => {
      for (const { key, portion } of portions(limitsOf(attempt), now()))
        await takeOut(database, key, portion.size);
    },
  };
}

interface Poured {
  readonly key: string;
  readonly portion: Portion;
}

/** In the order of their keys, so that no two tries wait for one another. */
function portions(limits: readonly ({ readonly key: string } & Limit)[], nowMs: number): readonly Poured[] {
  return limits
    .map(({ key, most, pauseMs }) => ({
      key: bucketKey(key),
      portion: { at: nowMs * 1000, size: pauseMs * 1000, holds: most },
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Addresses of people are in no row that outlives the person. */
const bucketKey = (key: string): string =>
  `${guessPrefix}${createHash('sha256').update(key).digest('base64url')}`;

async function longestWait(database: Kysely<Tables>, poured: readonly Poured[]): Promise<number> {
  let longest = 1;
  for (const { key, portion } of poured) {
    const fitsAt = (await emptyAt(database, key)) - (portion.holds - 1) * portion.size;
    longest = Math.max(longest, Math.ceil((fitsAt - portion.at) / 1e6));
  }
  return longest;
}
