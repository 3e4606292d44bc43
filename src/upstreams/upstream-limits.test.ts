import { expect, it } from 'vitest';
import { organizationIdOf, upstreamIdOf } from '../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { budgetOf, spendCall } from './tier-budget.ts';
import { highestUses } from './tier-uses.ts';
import { freeTier, leaseMs, leaseTier, pausedUntil, pauseTier, renewTier } from './tiers-store.ts';
import { insertUpstream, type Upstream } from './upstreams-store.ts';
import { withUpstream } from './with-upstream.suite.ts';

const upstream: Upstream = {
  id: upstreamIdOf('1'),
  organizationId: organizationIdOf('900'),
  name: 'Original',
  baseUrl: 'https://api.figma.com',
  ca: null,
  sealedToken: '',
  tokenKind: 'personal',
  sharePercent: 100,
  keepsIds: 1,
  plan: null,
  seat: null,
  createdAt: 0,
  sealedGrant: null,
  tokenEndsAt: null,
  refreshAt: null,
  grantFailure: null,
  grantLease: null,
  grantLeasedUntil: null,
};
const tier1 = { upstreamId: upstream.id, tier: 'tier1' } as const;
const hourMs = 3_600_000;
const start = Date.UTC(2026, 5);

it('Our share of an upstream’s limits is that of its plan and seat, and one call at least', () => {
  expect(budgetOf(upstream, 'tier1')).toEqual({ most: 10, period: 'minute' });
  expect(budgetOf({ ...upstream, sharePercent: 50, plan: 'enterprise' }, 'tier2').most).toBe(50);
  expect(budgetOf({ ...upstream, plan: 'starter' }, 'tier1')).toEqual({ most: 6, period: 'month' });
  expect(budgetOf({ ...upstream, sharePercent: 1 }, 'tier1').most).toBe(1);
});

onBothEngines('The limits of an upstream', (openEmpty) => {
  const open = async () => withUpstream((await openMigrated(openEmpty)).database, upstream);

  it('take 200 calls at 10 a minute in 19 minutes and none more, whenever they are tried', async () => {
    const database = await open();
    let now = start;
    for (let calls = 0; calls < 200; ) {
      const until = await spendCall(database, upstream, 'tier1', now);
      if (until === undefined) calls += 1;
      else expect(until).toBeGreaterThan(now);
      now = until ?? now;
    }
    expect((now - start) / 60_000).toBeCloseTo(19, 1);
  });

  it('are measured by the upstream of whose share most is used, and by nothing once all of it has leaked', async () => {
    const database = await open();
    const other = { ...upstream, id: upstreamIdOf('2'), sharePercent: 50 };
    expect(Object.fromEntries(await highestUses(database, start))).toEqual({ tier1: 0, tier2: 0, tier3: 0 });
    await insertUpstream(database, other);
    for (const one of [upstream, other, other]) await spendCall(database, one, 'tier1', start);
    const uses = async (now: number) => (await highestUses(database, now)).get('tier1');
    expect(await uses(start)).toBe(0.4);
    expect(await uses(start + 12_000)).toBe(0.2);
    expect(await uses(start + 24_000)).toBe(0);
  });

  it('of a refusal hold to the second, and no longer where the clock is set back', async () => {
    const database = await open();
    const until = start + 396_749_000;
    await pauseTier(database, tier1, { at: start, until });
    expect(await pausedUntil(database, tier1, start + hourMs)).toBe(until);
    expect(await pausedUntil(database, tier1, until - 1)).toBe(until);
    expect(await pausedUntil(database, tier1, until)).toBeUndefined();
    expect(await pausedUntil(database, tier1, start - 24 * hourMs)).toBe(until - 24 * hourMs);
    expect(await pausedUntil(database, { ...tier1, tier: 'tier2' }, start)).toBeUndefined();
  });

  it('let calls again soon after the clock was set back by a day', async () => {
    const database = await open();
    while ((await spendCall(database, upstream, 'tier1', start)) === undefined);
    const back = start - 24 * hourMs;
    await spendCall(database, upstream, 'tier1', back);
    const until = (await spendCall(database, upstream, 'tier1', back)) ?? back;
    expect(until - back).toBeLessThanOrEqual(60_000);
    expect(await spendCall(database, upstream, 'tier1', until)).toBeUndefined();
  });

  it('let one make the dearest calls at a time, until it is done or gone', async () => {
    const database = await open();
    const take = (lease: string, now: number) => leaseTier(database, tier1, { lease, now });
    const takers = ['a', 'b', 'c'];
    const taken = await Promise.all(takers.map((lease) => take(lease, start)));
    const [winner = ''] = takers.filter((_lease, at) => taken[at]);
    expect(taken.filter((one) => one).length).toBe(1);
    await freeTier(database, 'nobody');
    expect(await take('d', start + 1)).toBe(false);
    // By the clock of a server that is behind.
    expect(await take('d', start - 5000)).toBe(false);
    await renewTier(database, winner, start + leaseMs - 1);
    expect(await take('d', start + leaseMs)).toBe(false);
    expect(await take('d', start + 2 * leaseMs)).toBe(true);
    await freeTier(database, winner);
    expect(await take('e', start + 2 * leaseMs)).toBe(false);
    await freeTier(database, 'd');
    expect(await take('e', start + 2 * leaseMs)).toBe(true);
    expect(await take('f', start - hourMs)).toBe(true);
  });
});
