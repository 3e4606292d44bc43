import type { Kysely } from 'kysely';
import type { Tier } from '../access/rate-limits/limits.ts';
import { mostSkewMs } from '../clock.ts';
import type { UpstreamId } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import type { Pause } from './retry-after.ts';

/** A tier of an upstream. */
export interface TierOf {
  readonly upstreamId: UpstreamId;
  readonly tier: Tier;
}

interface PauseColumns {
  readonly paused_at: number | null;
  readonly paused_until: number | null;
}

/** Asked for ahead of each call. */
const pauseOf = firstRow<[upstreamId: UpstreamId, tier: Tier], PauseColumns>((database, upstreamId, tier) =>
  database
    .selectFrom('upstream_tiers')
    .select(['paused_at', 'paused_until'])
    .where('upstream_id', '=', upstreamId)
    .where('tier', '=', tier),
);

/**
 * The pause of the tier that goes on, or that ended and no call has succeeded since. A clock that was set back makes it
 * no longer than it was.
 */
export async function lastPause(
  database: Kysely<Tables>,
  of: TierOf,
  now: number,
): Promise<Pause | undefined> {
  const row = await pauseOf(database, of.upstreamId, of.tier);
  if (row === undefined || row.paused_at === null || row.paused_until === null) return undefined;
  const { paused_at: at, paused_until: until } = row;
  const backMs = Math.max(0, at - now);
  if (backMs === 0) return { at, until };
  const moved = { at: now, until: until - backMs };
  await pauseTier(database, of, moved);
  return moved;
}

/** Until when the tier is not called; undefined where it may be. */
export async function pausedUntil(
  database: Kysely<Tables>,
  of: TierOf,
  now: number,
): Promise<number | undefined> {
  const until = (await lastPause(database, of, now))?.until;
  return until !== undefined && until > now ? until : undefined;
}

/** For how many seconds tiers are not called, the longest of all upstreams. */
export async function longestPauses(
  database: Kysely<Tables>,
  now: number,
): Promise<ReadonlyMap<Tier, number>> {
  const rows = await database
    .selectFrom('upstream_tiers')
    .select((term) => ['tier', term.fn.max('paused_until').as('until')] as const)
    .where('paused_until', '>', now)
    .groupBy('tier')
    .execute();
  return new Map(rows.map(({ tier, until }) => [tier, (Number(until) - now) / 1000]));
}

/** Calls nothing of the tier until then, from now on and after a start. */
export async function pauseTier(
  database: Kysely<Tables>,
  { upstreamId, tier }: TierOf,
  { at, until }: Pause,
): Promise<void> {
  const pause = { paused_at: at, paused_until: until };
  await database
    .insertInto('upstream_tiers')
    .values({ upstream_id: upstreamId, tier, ...pause, lease: null, leased_until: null })
    .onConflict((conflict) => conflict.columns(['upstream_id', 'tier']).doUpdateSet(pause))
    .execute();
}

/** A call succeeded after that pause, or in it: calls are made again. One that began since stays. */
export async function endPause(
  database: Kysely<Tables>,
  { upstreamId, tier }: TierOf,
  { until }: Pause,
): Promise<void> {
  await database
    .updateTable('upstream_tiers')
    .set({ paused_at: null, paused_until: null })
    .where('upstream_id', '=', upstreamId)
    .where('tier', '=', tier)
    .where('paused_until', '=', until)
    .execute();
}

/** How long a lease holds that nobody renews, and how long one can hold at all. */
export const leaseMs = 60_000;

/** Takes the right to be the one who calls the tier, and says whether it was free. */
export async function leaseTier(
  database: Kysely<Tables>,
  { upstreamId, tier }: TierOf,
  { lease, now }: { readonly lease: string; readonly now: number },
): Promise<boolean> {
  const taken = { lease, leased_until: now + leaseMs };
  const row = await database
    .insertInto('upstream_tiers')
    .values({ upstream_id: upstreamId, tier, paused_at: null, paused_until: null, ...taken })
    .onConflict((conflict) =>
      conflict
        .columns(['upstream_id', 'tier'])
        .doUpdateSet(taken)
        .where((term) =>
          term.or([
            term('upstream_tiers.lease', 'is', null),
            term('upstream_tiers.leased_until', '<=', now),
            // Put there by a clock that has been set back since.
            term('upstream_tiers.leased_until', '>', now + leaseMs + mostSkewMs),
          ]),
        ),
    )
    .returning('tier')
    .executeTakeFirst();
  return row !== undefined;
}

export async function renewTier(database: Kysely<Tables>, lease: string, now: number): Promise<void> {
  await database
    .updateTable('upstream_tiers')
    .set({ leased_until: now + leaseMs })
    .where('lease', '=', lease)
    .execute();
}

export async function freeTier(database: Kysely<Tables>, lease: string): Promise<void> {
  await database
    .updateTable('upstream_tiers')
    .set({ lease: null, leased_until: null })
    .where('lease', '=', lease)
    .execute();
}

/** Leases of an earlier run of the only process that there is. */
export async function freeAllTiers(database: Kysely<Tables>): Promise<void> {
  await database.updateTable('upstream_tiers').set({ lease: null, leased_until: null }).execute();
}
