import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  type DeliveryId,
  deliveryIdOf,
  eventIdOf,
  type WebhookId,
  webhookIdOf,
} from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertTeamWebhook, insertWebhookTeam } from '../testing/webhook-team.ts';
import { type Claimed, type Outcome, takeTurn, waitingWebhooks } from './deliveries-store.ts';
import { isAnyLost, isAnyUnderWay, takeBackLost } from './lost-leases-store.ts';
import { insertDeliveries } from './outbox-store.ts';
import { pruneDeliveries } from './pruning-store.ts';
import { lockWebhooks } from './shared-webhooks-store.ts';

const dayMs = 24 * 3_600_000;

onBothEngines('Deliveries', (openEmpty) => {
  let counter = 0;
  const freshId = () => {
    counter += 1;
    return `id${counter}`;
  };

  /** Webhooks on a team; `counts` deliveries wait for each, due at 1, 2, 3 …, of which the last was stored first. */
  async function open(...counts: number[]) {
    const { database } = await openMigrated(openEmpty);
    await insertWebhookTeam(database);
    for (const [number, count] of counts.entries())
      await addWebhook(database, webhookIdOf(`w${number}`), count);
    return database;
  }

  async function addWebhook(database: Kysely<Tables>, id: WebhookId, count: number) {
    await insertTeamWebhook(database, { id });
    for (let at = count; at >= 1; at -= 1) {
      const event = { id: eventIdOf(freshId()), type: 'FILE_DELETE', payload: '{}', occurredAt: at };
      await insertDeliveries(database, event, [{ id: deliveryIdOf(`${id}-${at}`), webhookId: id }]);
    }
  }

  const largeBytes = { proven: 0, unproven: 0 };
  interface By {
    readonly leaseBy: string;
    readonly mostOfAllProcesses: number | undefined;
  }
  const alone: By = { leaseBy: 'alone', mostOfAllProcesses: undefined };
  const wishFor = (number: number, most = 2, sending: readonly DeliveryId[] = []) => ({
    webhookId: webhookIdOf(`w${number}`),
    most,
    kind: 'unproven' as const,
    sending,
  });
  const take = (
    database: Kysely<Tables>,
    now: number,
    wishes: readonly ReturnType<typeof wishFor>[],
    { by = alone, outcomes = [] }: { by?: By; outcomes?: readonly Outcome[] } = {},
  ) => takeTurn(database, { outcomes, wishes, now, leaseMs: 1000, largeBytes, ...by }, freshId);
  const claim = async (
    database: Kysely<Tables>,
    now: number,
    outcomes: Outcome[] = [],
    most = 2,
    by: By = alone,
  ) => {
    const { grants, withoutLease } = await take(database, now, [wishFor(0, most)], { by, outcomes });
    return { claimed: grants[0]?.claimed ?? [], dueAt: grants[0]?.dueAt, withoutLease };
  };
  const idsOf = (claimed: readonly Claimed[]) => claimed.map(({ id }) => id);
  const failure = (claimed: Claimed, at: number, retryAt?: number): Outcome => ({
    claimed,
    status: 500,
    error: 'No.',
    at,
    retryAt,
  });
  const stateOf = (database: Kysely<Tables>, id: DeliveryId) =>
    database.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('are claimed in the order in which they are due, each with an attempt on the disk', async () => {
    const database = await open(3);
    const first = await claim(database, 2);
    expect(idsOf(first.claimed)).toEqual(['w0-1', 'w0-2']);
    const attempts = await database.selectFrom('delivery_attempts').selectAll().execute();
    expect(attempts.map(({ delivery_id, status }) => [delivery_id, status])).toEqual(
      expect.arrayContaining([
        ['w0-1', null],
        ['w0-2', null],
      ]),
    );
    expect(await claim(database, 2)).toMatchObject({ claimed: [], dueAt: 3 });
  });

  it('are claimed in the order in which they are due, and not in that in which they are found', async () => {
    const database = await open(0);
    for (const [id, at] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const) {
      const event = { id: eventIdOf(freshId()), type: 'FILE_DELETE', payload: '{}', occurredAt: at };
      await insertDeliveries(database, event, [{ id: deliveryIdOf(id), webhookId: webhookIdOf('w0') }]);
    }
    // By it they would be found in this order anyway.
    await sql`drop index deliveries_state_webhook_id_next_attempt_at`.execute(database);
    expect(idsOf((await claim(database, 9)).claimed)).toEqual(['c', 'b']);
  });

  const megabyte = 1024 * 1024;
  /** One delivery to each of some webhooks, each of an event of its own with a payload of that size. */
  async function openWithPayloads(...sizes: number[]) {
    const { database } = await openMigrated(openEmpty);
    await insertWebhookTeam(database);
    for (const [number, size] of sizes.entries()) {
      await insertTeamWebhook(database, { id: webhookIdOf(`w${number}`) });
      const payload = JSON.stringify({ text: 'x'.repeat(size) });
      const event = { id: eventIdOf(freshId()), type: 'LIBRARY_PUBLISH', payload, occurredAt: 1 };
      await insertDeliveries(database, event, [
        { id: deliveryIdOf(`d${number}`), webhookId: webhookIdOf(`w${number}`) },
      ]);
    }
    const take = async (now: number, underWay = largeBytes) => {
      const wishes = sizes.map((_, at) => ({
        webhookId: webhookIdOf(`w${at}`),
        most: 2,
        kind: 'proven' as const,
        sending: [],
      }));
      const turn = { outcomes: [], wishes, now, leaseMs: 1000, largeBytes: underWay, ...alone };
      return (await takeTurn(database, turn, freshId)).grants;
    };
    return { database, take };
  }

  it('with large payloads are claimed as far as there is room, and others are not held up', async () => {
    const { take } = await openWithPayloads(20 * megabyte, 20 * megabyte, 10, 10 * megabyte);
    const grants = await take(5);
    const claimed = grants.flatMap((grant) => grant.claimed);
    expect(idsOf(claimed)).toEqual(['d0', 'd2', 'd3']);
    expect(claimed.map((one) => one.payload.length)).toEqual(
      [20, 0, 10].map((mb) => mb * megabyte + (mb ? 11 : 21)),
    );
    expect(grants[1]).toMatchObject({ webhookId: webhookIdOf('w1'), dueAt: 205 });
    expect(idsOf((await take(205)).flatMap((grant) => grant.claimed))).toEqual(['d1']);
  });

  it('with large payloads wait for those under way, but one that is larger than all the room goes alone', async () => {
    const { take } = await openWithPayloads(40 * megabyte, 100);
    const busy = await take(5, { proven: 1, unproven: 0 });
    expect(idsOf(busy.flatMap((grant) => grant.claimed))).toEqual(['d1']);
    const others = await take(5, { proven: 0, unproven: 30 * megabyte });
    expect(idsOf(others.flatMap((grant) => grant.claimed))).toEqual(['d0']);
  });

  it('are claimed for nineteen webhooks by as many statements as for one', async () => {
    const database = await open(...Array.from({ length: 20 }, (_, number) => 1 + (number % 3)));
    let statements = 0;
    const counted = database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    const take = async (numbers: number[]) => {
      const wishes = numbers.map((number) => ({
        webhookId: webhookIdOf(`w${number}`),
        most: 2,
        kind: 'proven' as const,
        sending: [],
      }));
      statements = 0;
      const turn = { outcomes: [], wishes, now: 9, leaseMs: 1000, largeBytes, ...alone };
      const { grants } = await takeTurn(counted, turn, freshId);
      return { claimed: grants.flatMap((grant) => grant.claimed), grants, statements };
    };
    const one = await take([0]);
    const others = await take(Array.from({ length: 19 }, (_, at) => at + 1));
    expect(others.statements).toBe(one.statements);
    expect(one.claimed).toHaveLength(1);
    expect(idsOf(others.claimed).sort()).toEqual(
      others.grants
        .flatMap(({ webhookId }, at) =>
          (at + 1) % 3 === 0 ? [`${webhookId}-1`] : [`${webhookId}-1`, `${webhookId}-2`],
        )
        .sort(),
    );
  });

  it('are claimed up to what is wished for each webhook, and no more of them are read', async () => {
    const database = await open(40, 40, 1);
    let read = 0;
    const counted = database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += result.rows.filter((row) => row.payloadBytes !== undefined).length;
        return result;
      },
    });
    const { grants } = await take(counted, 9, [wishFor(0, 1), wishFor(1, 3), wishFor(2, 3)]);
    expect(grants.map(({ claimed, dueAt }) => [idsOf(claimed), dueAt])).toEqual([
      [['w0-1'], 9],
      [['w1-1', 'w1-2', 'w1-3'], 9],
      [['w2-1'], 1009],
    ]);
    expect(read).toBe(3 + 3 + 1);
  });

  it('that are being sent are not claimed again by who sends them, also when their lease has ended', async () => {
    const database = await open(2);
    const sending = idsOf((await claim(database, 1)).claimed);
    expect(sending).toEqual(['w0-1']);
    const { grants } = await take(database, 1001, [wishFor(0, 2, sending)]);
    expect(grants.map(({ claimed }) => idsOf(claimed))).toEqual([['w0-2']]);
  });

  it('that another process takes back or ends at this moment are passed over, and not waited for', async (context) => {
    const database = await open(3);
    if (!isPostgres(database)) return context.skip('SQLite has one process');
    const claimed = await database.transaction().execute(async (other) => {
      await other
        .updateTable('deliveries')
        .set({ lease: 'other' })
        .where('id', '=', deliveryIdOf('w0-1'))
        .execute();
      return (await claim(database, 9, [], 2, shared('one'))).claimed;
    });
    expect(idsOf(claimed)).toEqual(['w0-2', 'w0-3']);
  });

  it('are never claimed by two at the same time', async () => {
    const database = await open(40);
    const turns = await Promise.all(Array.from({ length: 20 }, () => claim(database, 100)));
    const ids = turns.flatMap(({ claimed }) => idsOf(claimed));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(2);
  });

  it('come again when their lease has ended, and the earlier outcome counts no more', async () => {
    const database = await open(1);
    const [lost] = (await claim(database, 1)).claimed as [Claimed];
    const [again] = (await claim(database, 1001)).claimed as [Claimed];
    expect(again.id).toBe(lost.id);
    expect((await claim(database, 1001, [failure(lost, 1001)])).withoutLease).toBe(1);
    expect(await stateOf(database, lost.id)).toMatchObject({ state: 'waiting', lease: again.lease });
    const ended = { ...failure(again, 1002), status: 200, error: null };
    expect((await claim(database, 1002, [ended])).withoutLease).toBe(0);
    expect(await stateOf(database, lost.id)).toMatchObject({
      state: 'delivered',
      attempts_made: 1,
      lease: null,
    });
  });

  it('wait for the planned time after a failure and end with the last one', async () => {
    const database = await open(1);
    const [first] = (await claim(database, 1)).claimed as [Claimed];
    expect((await claim(database, 5, [failure(first, 5, 500)])).dueAt).toBe(500);
    expect((await claim(database, 499)).claimed).toEqual([]);
    const [second] = (await claim(database, 500)).claimed as [Claimed];
    expect(second.attemptsMade).toBe(1);
    await claim(database, 501, [failure(second, 501)]);
    expect(await stateOf(database, first.id)).toMatchObject({ state: 'failed', finished_at: 501 });
  });

  const shared = (leaseBy: string): By => ({ leaseBy, mostOfAllProcesses: 2 });

  it('of several processes are two at a time for one webhook, and none is claimed twice', async (context) => {
    const database = await open(40);
    if (!isPostgres(database)) return context.skip('SQLite has one process');
    const turns = await Promise.all(
      Array.from({ length: 12 }, (_, place) => claim(database, 100, [], 2, shared(`p${place}`))),
    );
    const claimed = turns.flatMap((turn) => turn.claimed);
    expect(claimed).toHaveLength(2);
    expect(turns.filter((turn) => turn.claimed.length === 0).map(({ dueAt }) => dueAt)).toEqual(
      Array.from({ length: turns.length - 1 }, () => expect.toBeOneOf([120, 1100])),
    );
    const [one, other] = claimed as [Claimed, Claimed];
    const ended = { ...failure(one, 101), status: 200, error: null };
    expect(await claim(database, 101, [ended], 2, shared('p0'))).toMatchObject({ claimed: [{}] });
    expect((await claim(database, 102, [], 2, shared('p1'))).claimed).toEqual([]);
    // A lease that has ended is nobody's.
    expect(idsOf((await claim(database, 1101, [], 2, shared('p2'))).claimed)).toHaveLength(2);
    expect(other.lease).toMatch(/^p\d+\./);
    expect(await take(database, 1102, [], { by: shared('p0') })).toMatchObject({ grants: [] });
  });

  it('of a webhook that another process claims for are left to it for a moment, and may be added meanwhile', async (context) => {
    const database = await open(3, 1);
    if (!isPostgres(database)) return context.skip('SQLite has one process');
    const grants = await database.transaction().execute(async (other) => {
      await lockWebhooks(other, [webhookIdOf('w0')], 9);
      const added = { id: eventIdOf(freshId()), type: 'FILE_DELETE', payload: '{}', occurredAt: 4 };
      await insertDeliveries(database, added, [{ id: deliveryIdOf('w0-4'), webhookId: webhookIdOf('w0') }]);
      return (await take(database, 9, [wishFor(0), wishFor(1)], { by: shared('one') })).grants;
    });
    const told = grants.map(({ webhookId, claimed, dueAt }) => [webhookId, idsOf(claimed), dueAt]);
    expect(told).toEqual([
      ['w0', [], 29],
      ['w1', ['w1-1'], 1009],
    ]);
    expect((await claim(database, 29, [], 2, shared('one'))).claimed).toHaveLength(2);
    expect(await claim(database, 30, [], 2, shared('one'))).toMatchObject({ claimed: [], dueAt: 1030 });
  });

  it('that wait for another attempt take no room from those that are due', async (context) => {
    const database = await open(4);
    if (!isPostgres(database)) return context.skip('SQLite has one process');
    const failed = (await claim(database, 4, [], 2, shared('one'))).claimed;
    const outcomes = failed.map((one) => failure(one, 5, 500));
    expect(idsOf((await claim(database, 5, outcomes, 2, shared('one'))).claimed)).toEqual(['w0-3', 'w0-4']);
  });

  it('of one process that is gone are taken back, and those of the others stay', async () => {
    const database = await open(2, 1);
    await claim(database, 1, [], 1, { leaseBy: 'gone', mostOfAllProcesses: undefined });
    await claim(database, 2, [], 1, { leaseBy: 'here', mostOfAllProcesses: undefined });
    expect(await isAnyLost(database, ['gone', 'here'])).toBe(false);
    expect(await isAnyLost(database, ['here'])).toBe(true);
    await takeBackLost(database, 9, { exceptOf: ['here'] });
    expect(await isAnyLost(database, ['here'])).toBe(false);
    expect(await stateOf(database, deliveryIdOf('w0-1'))).toMatchObject({ lease: null, next_attempt_at: 9 });
    expect(await stateOf(database, deliveryIdOf('w0-2'))).toMatchObject({
      lease: expect.stringMatching(/^here\./),
    });
    await takeBackLost(database, 10, { of: 'here' });
    expect(await isAnyUnderWay(database)).toBe(false);
  });

  it('of a process that is gone are due at once, with a sentence at their attempt', async () => {
    const database = await open(2);
    await claim(database, 1, [], 1);
    await takeBackLost(database, 7, 'all');
    expect(await waitingWebhooks(database)).toEqual([{ webhookId: webhookIdOf('w0'), dueAt: 2 }]);
    const attempts = await database.selectFrom('delivery_attempts').select('error').execute();
    expect(attempts).toEqual([{ error: expect.stringContaining('repeated') }]);
    expect(await stateOf(database, deliveryIdOf('w0-1'))).toMatchObject({
      lease: null,
      next_attempt_at: 7,
      attempts_made: 0,
    });
  });

  it('that are taken back keep what was answered to earlier attempts', async () => {
    const database = await open(1);
    const [first] = (await claim(database, 1)).claimed as [Claimed];
    await claim(database, 2, [failure(first, 2, 3)], 0);
    const [second] = (await claim(database, 3)).claimed as [Claimed];
    await takeBackLost(database, 7, 'all');
    const errorOf = async ({ attemptId }: Claimed) =>
      database
        .selectFrom('delivery_attempts')
        .select(['status', 'error'])
        .where('id', '=', attemptId)
        .executeTakeFirst();
    expect(await errorOf(first)).toEqual({ status: 500, error: 'No.' });
    expect(await errorOf(second)).toEqual({ status: null, error: expect.stringContaining('repeated') });
  });

  it('are looked for by webhook, each with its earliest time', async () => {
    const database = await open(2, 0, 5, 1);
    await claim(database, 1, [], 1);
    expect(await waitingWebhooks(database)).toEqual([
      { webhookId: webhookIdOf('w0'), dueAt: 2 },
      { webhookId: webhookIdOf('w2'), dueAt: 1 },
      { webhookId: webhookIdOf('w3'), dueAt: 1 },
    ]);
    expect(await waitingWebhooks(await open())).toEqual([]);
  });

  it('are forgotten a week after they ended, and events with the last of them', async () => {
    const database = await open(2, 1);
    const [first] = (await claim(database, 1, [], 1)).claimed as [Claimed];
    await claim(database, 5, [failure(first, 5)], 0);
    await pruneDeliveries(database, 5 + 7 * dayMs);
    expect((await database.selectFrom('deliveries').select('id').execute()).length).toBe(3);
    await pruneDeliveries(database, 6 + 7 * dayMs);
    const left = await database.selectFrom('deliveries').select(['id', 'event_id']).execute();
    expect(left.map(({ id }) => id).sort()).toEqual(['w0-2', 'w1-1']);
    const events = await database.selectFrom('events').select('id').execute();
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set(left.map(({ event_id }) => event_id)));
    expect(await database.selectFrom('delivery_attempts').selectAll().execute()).toEqual([]);
  });
});
