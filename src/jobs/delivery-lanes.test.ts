import { expect, it } from 'vitest';
import { deliveryIdOf, idOfNothing, webhookIdOf } from '../contract/branded-ids.ts';
import type { Claimed, Wish } from '../events/deliveries-store.ts';
import { lanesOf } from './delivery-lanes.ts';

const claimedFor = ({ webhookId, most }: Wish): Claimed[] =>
  Array.from({ length: most }, (_, number) => ({
    id: deliveryIdOf(`${webhookId}-${number}`),
    attemptId: '',
    lease: '',
    endpoint: '',
    payload: '{}',
    largeBytes: 0,
    attemptsMade: 0,
    sentAt: 0,
    webhook: { id: webhookId, passcode: '', keyRotations: 0, keyRotatedAt: null },
  }));

/** Lanes of webhooks that always have more to send than may be sent. */
function busyLanes(count: number, prefix = 'webhook') {
  const lanes = lanesOf();
  const names = Array.from({ length: count }, (_, number) => webhookIdOf(`${prefix}${number}`));
  for (const name of names) lanes.expect(name, 0);
  return { lanes, names };
}

/** Claims until no more is allowed. */
function claimAll(lanes: ReturnType<typeof lanesOf>): Claimed[] {
  const all: Claimed[] = [];
  for (let wishes = lanes.wishes(1); wishes.length > 0; wishes = lanes.wishes(1)) {
    for (const wish of wishes) {
      const claimed = claimedFor(wish);
      all.push(...claimed);
      lanes.granted({ webhookId: wish.webhookId, claimed, dueAt: 0 });
    }
  }
  return all;
}

it('at most two deliveries to one webhook are under way', () => {
  const { lanes } = busyLanes(1);
  const claimed = claimAll(lanes);
  expect([claimed.length, lanes.nextDueAt()]).toEqual([2, Infinity]);
  lanes.ended(webhookIdOf('webhook0'), claimed[0]?.id ?? idOfNothing, true);
  expect(lanes.wishes(1)).toEqual([
    { webhookId: webhookIdOf('webhook0'), most: 1, kind: 'proven', sending: [claimed[1]?.id] },
  ]);
});

it('no delivery is claimed before it is due', () => {
  const lanes = lanesOf();
  lanes.expect(webhookIdOf('webhook'), 100);
  lanes.expect(webhookIdOf('webhook'), 200);
  expect([lanes.wishes(99), lanes.nextDueAt()]).toEqual([[], 100]);
  expect(lanes.wishes(100)).toHaveLength(1);
  expect(lanes.nextDueAt()).toBe(Infinity);
});

it('a delivery that could not be claimed is due again', () => {
  const { lanes } = busyLanes(1);
  lanes.giveBack(lanes.wishes(1));
  expect(lanes.wishes(1)).toHaveLength(1);
});

it('webhooks that do not answer leave half of the room to those that do', () => {
  const { lanes } = busyLanes(1);
  const [first] = claimAll(lanes);
  lanes.ended(webhookIdOf('webhook0'), first?.id ?? idOfNothing, true);
  for (let number = 0; number < 1000; number += 1) lanes.expect(webhookIdOf(`dead${number}`), 0);
  const claimed = claimAll(lanes);
  expect(claimed.filter(({ webhook }) => webhook.id !== 'webhook0')).toHaveLength(256);
  expect(claimed.filter(({ webhook }) => webhook.id === 'webhook0')).toHaveLength(1);
});

it('each of many webhooks has its turn', () => {
  const { lanes, names } = busyLanes(400);
  const served = new Set<string>();
  for (let turn = 0; turn < 10; turn += 1) {
    for (const wish of lanes.wishes(1)) {
      served.add(wish.webhookId);
      const claimed = claimedFor(wish);
      lanes.granted({ webhookId: wish.webhookId, claimed, dueAt: 0 });
      for (const { id } of claimed) lanes.ended(wish.webhookId, id, true);
    }
  }
  expect(served).toEqual(new Set(names));
});

it('no more than 512 deliveries are under way to all webhooks, and a turn looks at 128 of these', () => {
  const { lanes, names } = busyLanes(400);
  for (const wish of Array.from({ length: 4 }, () => lanes.wishes(1)).flat()) {
    const claimed = claimedFor(wish);
    lanes.granted({ webhookId: wish.webhookId, claimed, dueAt: undefined });
    for (const { id } of claimed) lanes.ended(wish.webhookId, id, true);
  }
  for (const name of names) lanes.expect(name, 0);
  const wishes = lanes.wishes(1);
  expect(wishes).toHaveLength(128);
  lanes.giveBack(wishes);
  const claimed = claimAll(lanes) as [Claimed];
  expect(claimed).toHaveLength(512);
  lanes.ended(claimed[0].webhook.id, claimed[0].id, true);
  expect(claimAll(lanes)).toHaveLength(1);
});

it('large payloads count as of webhooks that answer once theirs does', () => {
  const { lanes } = busyLanes(1);
  const [wish] = lanes.wishes(1) as [Wish];
  const [small, large] = claimedFor(wish) as [Claimed, Claimed];
  lanes.granted({ webhookId: wish.webhookId, claimed: [small, { ...large, largeBytes: 100 }], dueAt: 0 });
  expect(lanes.largeBytes()).toEqual({ proven: 0, unproven: 100 });
  lanes.ended(wish.webhookId, small.id, true);
  expect(lanes.largeBytes()).toEqual({ proven: 100, unproven: 0 });
  lanes.ended(wish.webhookId, large.id, false);
  expect(lanes.largeBytes()).toEqual({ proven: 0, unproven: 0 });
});

it('of more than 10,000 webhooks those are forgotten to which nothing is under way', () => {
  const { lanes } = busyLanes(2);
  const [busy, idle] = lanes.wishes(1) as [Wish, Wish];
  const claimed = claimedFor(busy);
  lanes.granted({ webhookId: busy.webhookId, claimed, dueAt: undefined });
  const [one] = claimedFor(idle) as [Claimed];
  lanes.granted({ webhookId: idle.webhookId, claimed: [one], dueAt: undefined });
  lanes.ended(idle.webhookId, one.id, true);
  for (let number = 0; number < 10_000; number += 1) lanes.expect(webhookIdOf(`other${number}`), 0);
  while (lanes.wishes(1).length > 0);
  for (const { webhookId } of [busy, idle]) lanes.expect(webhookId, 0);
  // Of one that was forgotten nobody knows whether it answered last.
  expect(lanes.wishes(1)).toEqual([{ ...idle, kind: 'unproven' }]);
});
