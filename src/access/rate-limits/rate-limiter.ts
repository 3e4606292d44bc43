import type { Kysely } from 'kysely';
import { isPostgres } from '../../database/column-kinds.ts';
import type { Tables } from '../../database/tables.ts';
import { portionOf, portionsIn, waitSeconds } from './bucket.ts';
import { storedBuckets } from './bucket-store.ts';
import type { Budget, RateLimits } from './limits.ts';
import { memoryBuckets } from './memory-buckets.ts';

/** Counts calls against budgets. */
export interface RateLimiter {
  /** Undefined where nothing but oEmbed is limited. */
  readonly limits: RateLimits | undefined;
  /** Counts a call if there is room for it; else answers after how many whole seconds there is. */
  count(key: readonly string[], budget: Budget): Promise<number | undefined>;
  /** How many calls of a budget are counted at the moment. */
  used(key: readonly string[], budget: Budget): Promise<number>;
  /** Begins anew what is counted in memory. */
  clear(): void;
}

/**
 * Budgets of a month are stored, since they have to outlive the process. Those of a minute are in memory beside
 * the embedded database, which has one process, and stored on PostgreSQL.
 */
export function rateLimiter(parts: {
  database: Kysely<Tables>;
  clock: { now(): number };
  limits: RateLimits | undefined;
}): RateLimiter {
  const { database, clock, limits } = parts;
  const stored = storedBuckets(database);
  const memory = memoryBuckets();
  const ofMinutes = isPostgres(database) ? stored : memory;
  const bucketOf = (key: readonly string[], { period }: Budget) => ({
    buckets: period === 'month' ? stored : ofMinutes,
    name: JSON.stringify([...key, period]),
  });
  return {
    limits,
    count: async (key, budget) => {
      const nowMs = clock.now();
      const { buckets, name } = bucketOf(key, budget);
      const { admitted, emptyAt } = await buckets.pour(name, portionOf(budget, nowMs));
      return admitted ? undefined : waitSeconds(budget, nowMs, emptyAt);
    },
    used: async (key, budget) => {
      const { buckets, name } = bucketOf(key, budget);
      return portionsIn(budget, clock.now(), await buckets.emptyAt(name));
    },
    clear: memory.clear,
  };
}
