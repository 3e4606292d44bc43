import type { Kysely } from 'kysely';
import { portionOf } from '../access/rate-limits/bucket.ts';
import { emptyAt } from '../access/rate-limits/bucket-store.ts';
import { type Budget, type Tier, tiers } from '../access/rate-limits/limits.ts';
import type { Tables } from '../database/tables.ts';
import { bucketKey, budgetOf } from './tier-budget.ts';
import { pausedUntil } from './tiers-store.ts';
import type { Upstream } from './upstreams-store.ts';

/** How much of our share of a tier is used, and until when it is not called at all. */
export interface TierUse extends Budget {
  readonly tier: Tier;
  readonly used: number;
  readonly pausedUntil: number | undefined;
}

export function tierUses(database: Kysely<Tables>, upstream: Upstream, now: number): Promise<TierUse[]> {
  return Promise.all(
    tiers.map(async (tier) => {
      const budget = budgetOf(upstream, tier);
      const { at, size } = portionOf(budget, now);
      const filled = (await emptyAt(database, bucketKey(upstream, tier))) - at;
      const used = Math.min(budget.most, Math.max(0, Math.ceil(filled / size)));
      const paused = await pausedUntil(database, { upstreamId: upstream.id, tier }, now);
      return { ...budget, tier, used, pausedUntil: paused };
    }),
  );
}
