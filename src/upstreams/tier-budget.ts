import type { Kysely } from 'kysely';
import { portionOf, waitSeconds } from '../access/rate-limits/bucket.ts';
import { emptyAt, pour, takeOut } from '../access/rate-limits/bucket-store.ts';
import { type Budget, originalLimits, type Tier } from '../access/rate-limits/limits.ts';
import type { Tables } from '../database/tables.ts';
import { unhurried } from '../database/unhurried.ts';
import type { Upstream } from './upstreams-store.ts';

/** How many calls of a tier we make: our share of what the plan and the seat there are given. */
export function budgetOf({ plan, seat, sharePercent }: Upstream, tier: Tier): Budget {
  const { most, period } = originalLimits[plan ?? 'professional'][seat ?? 'full'][tier];
  return { most: Math.max(1, Math.floor((most * sharePercent) / 100)), period };
}

/** Of the bucket that all processes fill. */
export const bucketKey = (upstream: Upstream, tier: Tier): string =>
  JSON.stringify(['upstream', upstream.id, tier, budgetOf(upstream, tier).period]);

/** Counts a call of all processes together; answers from when on there is room where there is none. */
export async function spendCall(
  database: Kysely<Tables>,
  upstream: Upstream,
  tier: Tier,
  now: number,
): Promise<number | undefined> {
  const budget = budgetOf(upstream, tier);
  const key = bucketKey(upstream, tier);
  const portion = portionOf(budget, now);
  if ((await unhurried(() => pour(database, key, portion))) !== undefined) return undefined;
  const found = await emptyAt(database, key);
  const beyond = found - (portion.at + portion.holds * portion.size);
  // Fuller than full: the clock was set back since.
  if (beyond > 0) await takeOut(database, key, beyond);
  return now + waitSeconds(budget, now, found - Math.max(0, beyond)) * 1000;
}
