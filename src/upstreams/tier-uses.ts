import type { Kysely } from 'kysely';
import { portionsIn } from '../access/rate-limits/bucket.ts';
import { emptyAtOf } from '../access/rate-limits/bucket-store.ts';
import { type Budget, type Tier, tiers } from '../access/rate-limits/limits.ts';
import type { Tables } from '../database/tables.ts';
import { bucketKey, budgetOf } from './tier-budget.ts';
import { pausedUntil } from './tiers-store.ts';
import { allUpstreams, type Upstream } from './upstreams-store.ts';

/** How much of our share of a tier is used, and until when it is not called at all. */
export interface TierUse extends Budget {
  readonly tier: Tier;
  readonly used: number;
  readonly pausedUntil: number | undefined;
}

export async function tierUses(
  database: Kysely<Tables>,
  upstream: Upstream,
  now: number,
): Promise<TierUse[]> {
  const used = await usedOf(database, [upstream], now);
  return Promise.all(
    tiers.map(async (tier) => {
      const paused = await pausedUntil(database, { upstreamId: upstream.id, tier }, now);
      return { ...budgetOf(upstream, tier), tier, used: used(upstream, tier), pausedUntil: paused };
    }),
  );
}

/** How much of our share of each tier is used, from 0 to 1: that of the upstream that it is most of. */
export async function highestUses(database: Kysely<Tables>, now: number): Promise<ReadonlyMap<Tier, number>> {
  const upstreams = await allUpstreams(database);
  const used = await usedOf(database, upstreams, now);
  const share = (upstream: Upstream, tier: Tier) => used(upstream, tier) / budgetOf(upstream, tier).most;
  return new Map(tiers.map((tier) => [tier, Math.max(0, ...upstreams.map((one) => share(one, tier)))]));
}

/** How many calls of a tier of those upstreams count at the moment. */
async function usedOf(database: Kysely<Tables>, upstreams: readonly Upstream[], now: number) {
  const keys = upstreams.flatMap((upstream) => tiers.map((tier) => bucketKey(upstream, tier)));
  const emptyAt = await emptyAtOf(database, keys);
  return (upstream: Upstream, tier: Tier): number =>
    portionsIn(budgetOf(upstream, tier), now, emptyAt.get(bucketKey(upstream, tier)) ?? 0);
}
