import { setImmediate as afterOthers } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { webhookIdOf } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Bell } from '../database/postgres-bell.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Call, GuardedClient, Outcome } from '../delivery/guarded-client.ts';
import { signingKeys } from '../delivery/signing-keys.ts';
import { publish } from '../events/publish.ts';
import type { PublishParts } from '../events/published-change.ts';
import type { ProcessLife } from '../installation/process-life.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertTeamWebhook, insertWebhookTeam } from '../testing/webhook-team.ts';
import { deliveriesOf } from './deliver.ts';

/** A bell that nobody hears. */
const silentBell: Bell = {
  ring: () => undefined,
  onRing: () => undefined,
  isConnected: () => false,
  close: async () => undefined,
};

/** Receivers all over the world, answering as told; what is held is broken off when the client is closed. */
function world(status: number | 'hold') {
  const calls: Call[] = [];
  const breaks: (() => void)[] = [];
  const brokenOff: Outcome = {
    kind: 'failure',
    reason: 'connection',
    sentence: 'Broken off.',
    durationMs: 0,
  };
  const receivers: GuardedClient = {
    post: async (call) => {
      calls.push(call);
      if (status === 'hold') return new Promise((resolve) => breaks.push(() => resolve(brokenOff)));
      return { kind: 'answer', status, headers: {}, body: Buffer.alloc(0), cut: false, durationMs: 0 };
    },
    refusalOf: async () => undefined,
    close: async () => {
      for (const end of breaks) end();
    },
  };
  return { calls, receivers };
}

interface Parts {
  now(): number;
  readonly bell?: Bell;
  readonly life?: ProcessLife;
  readonly roles?: readonly string[];
}

const lifeOf = (id: string): ProcessLife => ({
  id: () => id,
  isAlive: () => true,
  silentMs: () => 0,
  beat: async () => undefined,
  leave: async () => undefined,
});

onBothEngines('The delivery of webhooks', (openEmpty) => {
  let counter = 0;
  const ids = {
    digits: () => {
      counter += 1;
      return `${counter}`;
    },
  };

  async function open() {
    const { database } = await openMigrated(openEmpty);
    await insertWebhookTeam(database);
    await insertTeamWebhook(database);
    return database;
  }

  const alone = { now: () => 1000, roles: ['jobs'] };
  function start(
    database: Kysely<Tables>,
    receivers: GuardedClient,
    { bell, life, roles = ['jobs'], ...clock }: Parts = alone,
  ) {
    const config = { fileUpdateQuietMs: 0, roles, webhookTimeoutMs: 30_000 };
    const together =
      bell && isPostgres(database) ? { bell, life: life ?? lifeOf(`${++counter}`) } : undefined;
    const log = pino({ level: 'silent' });
    const keys = signingKeys(() => ['a secret']);
    const deliveries = deliveriesOf({
      database,
      clock,
      ids,
      config,
      log,
      receivers,
      together,
      signingKeys: keys,
    });
    const parts: PublishParts = { ids, config, deliveries };
    const ping = () =>
      inTransaction(database, (transaction) =>
        publish(
          { transaction, at: clock.now(), context: parts, isTold: true },
          { type: 'PING', webhookId: webhookIdOf('w') },
        ),
      );
    return { deliveries, ping, processId: together?.life.id() ?? '' };
  }
  /** The same database, which cannot be asked while it is gone. */
  function breakable(whole: Kysely<Tables>) {
    const gone = { isTrue: false };
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        if (gone.isTrue) throw new Error('The database is gone.');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    return { database, gone };
  }

  /** Those who live have a row. */
  async function letLive(database: Kysely<Tables>, processes: readonly string[]): Promise<void> {
    const row = { name: '', version: '', schema: '', roles: '', renderer: '', started_at: 1 };
    const rows = processes.map((id) => ({ ...row, id, seen_at: Number.MAX_SAFE_INTEGER }));
    await database.insertInto('processes').values(rows).execute();
  }

  const stateOf = (database: Kysely<Tables>) =>
    database.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();

  it('leaves what it broke off at a stop to the next start, and does not count the attempt', async () => {
    const database = await open();
    const silent = world('hold');
    const first = start(database, silent.receivers);
    await first.deliveries.start();
    await first.ping();
    await expect.poll(() => silent.calls.length).toBe(1);
    await first.deliveries.stop(0);
    expect(await stateOf(database)).toMatchObject({ state: 'waiting', attempts_made: 0 });

    const well = world(200);
    const second = start(database, well.receivers);
    await second.deliveries.start();
    await second.deliveries.settle();
    expect(await stateOf(database)).toMatchObject({ state: 'delivered', attempts_made: 1 });
    const [before, after] = [silent.calls[0], well.calls[0]];
    expect([after?.body, after?.headers['webhook-id']]).toEqual([
      before?.body,
      before?.headers['webhook-id'],
    ]);
    const attempts = await database.selectFrom('delivery_attempts').select('error').execute();
    expect(attempts.map(({ error }) => error)).toEqual(
      expect.arrayContaining([expect.stringContaining('stopped'), null]),
    );
    await second.deliveries.stop(0);
  });

  it('tells for how long something has been due, and how much it has taken on', async () => {
    const database = await open();
    let now = 1000;
    const { deliveries, ping } = start(database, world(200).receivers, { ...alone, now: () => now });
    await ping();
    now += 30_000;
    expect([await deliveries.oldestDueMs(), deliveries.claimed()]).toEqual([30_000, 0]);
    await deliveries.start();
    await deliveries.settle();
    expect([await deliveries.oldestDueMs(), deliveries.claimed()]).toEqual([0, 1]);
    await deliveries.stop(0);
  });

  it('remembers outcomes while the database is gone, and records them once it is back', async () => {
    const { database, gone } = breakable(await open());
    const well = world(200);
    const post: GuardedClient['post'] = (call) => {
      gone.isTrue = true;
      return well.receivers.post(call);
    };
    const { deliveries, ping } = start(database, { ...well.receivers, post });
    await deliveries.start();
    await ping();
    await expect.poll(() => well.calls.length).toBe(1);
    gone.isTrue = false;
    await deliveries.settle();
    expect(await stateOf(database)).toMatchObject({ state: 'delivered', attempts_made: 1 });
    expect(well.calls).toHaveLength(1);
    await deliveries.stop(0);
  });

  it('rings where this process does not send, is heard by one that does, and found by it without a ring', async (test) => {
    const database = await open();
    if (!isPostgres(database)) return test.skip('SQLite has one process');
    await letLive(
      database,
      Array.from({ length: 50 }, (_, id) => `${id}`),
    );
    const heard = new Map<string, () => void>();
    let isSilent = false;
    let rings = 0;
    const bell: Bell = {
      ...silentBell,
      onRing: (ring, act) => void heard.set(ring, act),
      ring: (ring) => {
        rings += 1;
        if (!isSilent) heard.get(ring)?.();
      },
    };
    const well = world(200);
    const sender = start(database, well.receivers, { ...alone, bell });
    const other = start(database, world('hold').receivers, { ...alone, bell, roles: [] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await sender.deliveries.start();
    await other.deliveries.start();
    await other.ping();
    while (well.calls.length < 1) await afterOthers();
    isSilent = true;
    for (const sent of [2, 3]) {
      await other.ping();
      vi.advanceTimersByTime(1_000);
      while (well.calls.length < sent) await afterOthers();
    }
    expect(rings).toBe(3);
    await sender.deliveries.stop(0);
    await other.deliveries.stop(0);
  });

  it('goes on looking after the database was gone', async (test) => {
    const whole = await open();
    if (!isPostgres(whole)) return test.skip('SQLite has one process');
    const { database, gone } = breakable(whole);
    const well = world(200);
    const sender = start(database, well.receivers, { ...alone, bell: silentBell });
    const other = start(whole, world('hold').receivers, { ...alone, bell: silentBell, roles: [] });
    await letLive(whole, [sender.processId]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await sender.deliveries.start();
    gone.isTrue = true;
    vi.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 20; turn += 1) await afterOthers();
    gone.isTrue = false;
    await other.ping();
    vi.advanceTimersByTime(1_000);
    while (well.calls.length < 1) await afterOthers();
    await sender.deliveries.stop(0);
  });

  it('records at a stop what receivers answer until then, so that nothing of it is sent again', async () => {
    const database = await open();
    const answered = Promise.withResolvers<void>();
    const well = world(200);
    const post: GuardedClient['post'] = async (call) => {
      const answer = well.receivers.post(call);
      await answered.promise;
      order.push('answered');
      return answer;
    };
    const order: string[] = [];
    const close = async () => void order.push('broken off');
    const { deliveries, ping } = start(database, { ...well.receivers, post, close });
    await deliveries.start();
    await ping();
    await expect.poll(() => well.calls.length).toBe(1);
    const stopped = deliveries.stop(60_000);
    for (let turn = 0; turn < 20; turn += 1) await afterOthers();
    answered.resolve();
    await stopped;
    expect(order).toEqual(['answered', 'broken off']);
    expect(await stateOf(database)).toMatchObject({ state: 'delivered', attempts_made: 1, lease: null });
  });

  it('ends at a stop with the last of its requests, though they were to be broken off', async () => {
    const database = await open();
    const [closed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const well = world(200);
    const post: GuardedClient['post'] = async (call) => {
      const answer = well.receivers.post(call);
      await answered.promise;
      return answer;
    };
    const close = async () => closed.resolve();
    const { deliveries, ping } = start(database, { ...well.receivers, post, close });
    await deliveries.start();
    await ping();
    await expect.poll(() => well.calls.length).toBe(1);
    const order: string[] = [];
    const stopped = deliveries.stop(0).then(() => order.push('stopped'));
    await closed.promise;
    for (let question = 0; question < 20; question += 1) await stateOf(database);
    order.push('answered');
    answered.resolve();
    await stopped;
    expect(order).toEqual(['answered', 'stopped']);
    expect(await stateOf(database)).toMatchObject({ state: 'delivered', attempts_made: 1, lease: null });
  });

  it('leaves no timer at a stop', async (test) => {
    const database = await open();
    if (isPostgres(database)) return test.skip('connections have timers of their own');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = 1500;
    const { deliveries, ping } = start(database, world(200).receivers, { now: () => now });
    await ping();
    now = 1000;
    await deliveries.start();
    await deliveries.settle();
    // The next look, and what is due before it.
    expect(vi.getTimerCount()).toBe(2);
    await deliveries.stop(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('looks once at a time however often it is rung, and not at all once it has stopped', async (test) => {
    const whole = await open();
    if (!isPostgres(whole)) return test.skip('SQLite has one process');
    let ring = (): void => undefined;
    const bell: Bell = {
      ...silentBell,
      onRing: (_kind, act) => {
        ring = act;
      },
    };
    const goesOn = Promise.withResolvers<void>();
    let looks = 0;
    let held: Promise<void> | undefined;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        looks += 1;
        return node;
      },
      transformResult: async ({ result }) => {
        await held;
        return result;
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const question = () => whole.selectFrom('deliveries').select('id').execute();
    const untilOthersRest = async () => {
      for (let times = 0; times < 20; times += 1) await question();
    };
    const { deliveries } = start(database, world(200).receivers, { ...alone, bell });
    await deliveries.start();
    await untilOthersRest();
    [held, looks] = [goesOn.promise, 0];
    for (let time = 0; time < 3; time += 1) ring();
    await untilOthersRest();
    expect(looks).toBe(1);
    goesOn.resolve();
    while (looks < 3) await question();
    await untilOthersRest();
    expect(looks).toBe(3);
    await deliveries.stop(0);
    looks = 0;
    ring();
    await untilOthersRest();
    expect(looks).toBe(0);
  });

  it('is settled once its own requests have ended', async () => {
    const whole = await open();
    const answered = Promise.withResolvers<void>();
    const askedAgain = Promise.withResolvers<void>();
    let looks = Number.NEGATIVE_INFINITY;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode') looks += 1;
        if (looks === 2) askedAgain.resolve();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const well = world(200);
    const post: GuardedClient['post'] = async (call) => {
      const answer = well.receivers.post(call);
      await answered.promise;
      return answer;
    };
    const { deliveries, ping } = start(database, { ...well.receivers, post });
    await deliveries.start();
    await ping();
    await expect.poll(() => well.calls.length).toBe(1);
    looks = 0;
    const settled = deliveries.settle().then(() => 'settled');
    expect(await Promise.race([settled, askedAgain.promise.then(() => 'asked again')])).toBe('asked again');
    answered.resolve();
    expect(await settled).toBe('settled');
    expect(await stateOf(database)).toMatchObject({ state: 'delivered' });
    await deliveries.stop(0);
  });

  it('waits at a stop for a look that is under way, and ends the requests then', async () => {
    const whole = await open();
    const looks = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const order: string[] = [];
    let isSlow = false;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isSlow) return result;
        looks.resolve();
        await goOn.promise;
        order.push('looked');
        return result;
      },
    });
    const well = world(200);
    const close = async () => void order.push('ended');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { deliveries } = start(database, { ...well.receivers, close });
    await deliveries.start();
    isSlow = true;
    vi.advanceTimersByTime(1_000);
    await looks.promise;
    const stopped = deliveries.stop(0);
    for (let turn = 0; turn < 20; turn += 1) await afterOthers();
    goOn.resolve();
    await stopped;
    expect(order).toEqual([...order.filter((what) => what === 'looked'), 'ended']);
    expect(order).toContain('looked');
    // Connections to PostgreSQL have timers of their own.
    if (!isPostgres(whole)) expect(vi.getTimerCount()).toBe(0);
  });

  it('is settled once no other process has a request under way either', async (test) => {
    const whole = await open();
    if (!isPostgres(whole)) return test.skip('SQLite has one process');
    const held = world('hold');
    const one = start(whole, held.receivers, { ...alone, bell: silentBell });
    const asked = Promise.withResolvers<void>();
    let times = 0;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        const text = JSON.stringify(node);
        // Whether something is leased, by whomever.
        if (node.kind === 'SelectQueryNode' && text.includes('"lease"') && !text.includes('like')) times += 1;
        if (times === 2) asked.resolve();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const two = start(database, world(200).receivers, { ...alone, bell: silentBell });
    await letLive(whole, [one.processId, two.processId]);
    await one.deliveries.start();
    await two.deliveries.start();
    await one.ping();
    await expect.poll(() => held.calls.length).toBe(1);
    const settled = two.deliveries.settle().then(() => 'settled');
    expect(await Promise.race([settled, asked.promise.then(() => 'asked again')])).toBe('asked again');
    await one.deliveries.stop(0);
    expect(await settled).toBe('settled');
    expect(await stateOf(whole)).toMatchObject({ state: 'delivered' });
    await two.deliveries.stop(0);
  });

  it('gives back at a stop what was broken off, and says so to the others', async (test) => {
    const database = await open();
    if (!isPostgres(database)) return test.skip('SQLite has one process');
    const rung: string[] = [];
    const bell: Bell = { ...silentBell, ring: (ring) => void rung.push(ring) };
    const held = world('hold');
    const { deliveries, ping, processId } = start(database, held.receivers, { ...alone, bell });
    await letLive(database, [processId]);
    await deliveries.start();
    await ping();
    await expect.poll(() => held.calls.length).toBe(1);
    await deliveries.stop(0);
    expect(await stateOf(database)).toMatchObject({ state: 'waiting', attempts_made: 0, lease: null });
    expect(rung).toEqual(['deliveries']);
  });

  it('sends nothing of what it claimed by a commit that took longer than the lease, until that has ended', async () => {
    const whole = await open();
    let now = 1000;
    const lateMs = 30_000 + 60_000 + 1;
    const realNow = performance.now.bind(performance);
    const late = vi.spyOn(performance, 'now');
    onTestFinished(() => late.mockRestore());
    const claimed = Promise.withResolvers<void>();
    let isSlow = true;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        if (isSlow && JSON.stringify(node).includes('insert into delivery_attempts')) {
          late.mockImplementation(() => realNow() + lateMs);
          isSlow = false;
          claimed.resolve();
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const well = world(200);
    const { deliveries, ping } = start(database, well.receivers, { ...alone, now: () => now });
    await deliveries.start();
    await ping();
    await claimed.promise;
    await deliveries.settle();
    expect(well.calls).toEqual([]);
    now += lateMs;
    await deliveries.settle();
    expect(well.calls).toHaveLength(1);
    expect(await stateOf(database)).toMatchObject({ state: 'delivered', attempts_made: 1 });
    await deliveries.stop(0);
  });

  it('has two requests to a webhook under way together with the other processes, and the next once one of its own has ended', async (test) => {
    const whole = await open();
    if (!isPostgres(whole)) return test.skip('SQLite has one process');
    const ends: (() => void)[] = [];
    const held = world('hold');
    const post: GuardedClient['post'] = (call) => {
      held.calls.push(call);
      const answer = { kind: 'answer', status: 200, headers: {}, body: Buffer.alloc(0) } as const;
      return new Promise((resolve) => {
        ends.push(() => resolve({ ...answer, cut: false, durationMs: 0 }));
      });
    };
    const receivers = { ...held.receivers, post };
    let hasLooked = false;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // What another process has under way is counted before anything is claimed.
        if (result.rows.some((row) => row.webhook_id === 'w' && row.count === 2)) hasLooked = true;
        return result;
      },
    });
    const one = start(whole, receivers, { ...alone, bell: silentBell });
    const two = start(database, receivers, { ...alone, bell: silentBell });
    await letLive(whole, [one.processId, two.processId]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await one.deliveries.start();
    await two.deliveries.start();
    for (const [at, process] of [one, two].entries()) {
      await process.ping();
      while (held.calls.length <= at) await afterOthers();
    }
    await two.ping();
    while (!hasLooked && held.calls.length < 3) await afterOthers();
    for (let turn = 0; turn < 20; turn += 1) await afterOthers();
    expect(held.calls).toHaveLength(2);
    ends[0]?.();
    while (held.calls.length < 3) await afterOthers();
    for (const end of ends) end();
    vi.useRealTimers();
    await one.deliveries.stop();
    await two.deliveries.stop();
    expect(new Set(held.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('takes back what a process was sending that was silent for half a minute, within a second and however much it sends itself', async (test) => {
    const database = await open();
    if (!isPostgres(database)) return test.skip('SQLite has one process');
    const held = world('hold');
    const { database: ofDead, gone } = breakable(database);
    const dead = start(ofDead, held.receivers, { ...alone, bell: silentBell });
    const well = world(200);
    const living = start(database, well.receivers, { ...alone, bell: silentBell });
    await letLive(database, [dead.processId, living.processId]);
    await dead.deliveries.start();
    await dead.ping();
    await expect.poll(() => held.calls.length).toBe(1);
    const leases = async () => {
      const rows = await database
        .selectFrom('deliveries')
        .select('lease')
        .where('state', '=', 'waiting')
        .execute();
      return rows.map(({ lease }) => lease);
    };
    const [deadLease] = await leases();
    gone.isTrue = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await living.deliveries.start();
    await sql`update processes set seen_at = floor(extract(epoch from clock_timestamp()) * 1000) - 30000
      where id = ${dead.processId}`.execute(database);
    for (let sent = 1; sent <= 4; sent += 1) {
      await living.ping();
      // Polls of the tests move a clock that stands still.
      while (well.calls.length < sent) await afterOthers();
      expect(await leases()).toContain(deadLease);
      vi.advanceTimersByTime(250);
    }
    await living.deliveries.stop(0);
    expect(await leases()).toEqual([null]);
    gone.isTrue = false;
    await dead.deliveries.stop(0);
  });

  it.for([
    ['may be taken for dead', { isAlive: () => false }] as const,
    ['goes on under another id', { id: () => 'the next' }] as const,
  ])('sends nothing of what it has claimed where it %s by then', async ([_what, later], test) => {
    const whole = await open();
    if (!isPostgres(whole)) return test.skip('SQLite has one process');
    const life = { ...lifeOf('frozen') };
    const claimed = Promise.withResolvers<void>();
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('insert into delivery_attempts')) {
          Object.assign(life, later);
          claimed.resolve();
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await letLive(database, ['frozen']);
    const well = world(200);
    const { deliveries, ping } = start(database, well.receivers, { ...alone, bell: silentBell, life });
    await deliveries.start();
    await ping();
    await claimed.promise;
    await deliveries.stop(0);
    expect(well.calls).toEqual([]);
  });

  it('counts requests that ended after another process had taken their deliveries over', async () => {
    const database = await open();
    const held = world('hold');
    const { deliveries, ping } = start(database, held.receivers);
    await deliveries.start();
    for (const taken of [1, 2]) {
      await ping();
      await expect.poll(() => held.calls.length).toBe(taken);
      await database.updateTable('deliveries').set({ lease: 'another' }).execute();
      await held.receivers.close();
      await expect.poll(() => deliveries.outcomesWithoutLease()).toBe(taken);
    }
    await deliveries.stop(0);
  });

  it('sends nothing of a change that was rolled back', async () => {
    const database = await open();
    const well = world(200);
    const { deliveries, ping } = start(database, well.receivers);
    await deliveries.start();
    const failing = inTransaction(database, async (transaction) => {
      const parts = { ids, config: { fileUpdateQuietMs: 0 }, deliveries };
      await publish(
        { transaction, at: 1000, context: parts, isTold: true },
        { type: 'PING', webhookId: webhookIdOf('w') },
      );
      throw new Error('Something else failed.');
    });
    await expect(failing).rejects.toThrow('Something else failed.');
    await deliveries.settle();
    expect(well.calls).toEqual([]);
    await ping();
    await deliveries.settle();
    expect(well.calls).toHaveLength(1);
    await deliveries.stop(0);
  });

  it('says when something is due next, and sends it once the clock is there', async () => {
    const database = await open();
    let now = 1000;
    const ill = world(500);
    const { deliveries, ping } = start(database, ill.receivers, { now: () => now });
    await deliveries.start();
    await ping();
    const times: number[] = [];
    await deliveries.settle();
    for (let due = await deliveries.nextDueAt(); due !== undefined; due = await deliveries.nextDueAt()) {
      times.push(due - now);
      now = due;
      await deliveries.settle();
    }
    expect(times).toEqual([5, 30, 180].map((minutes) => minutes * 60_000));
    expect(ill.calls).toHaveLength(4);
    await deliveries.stop(0);
  });
});
