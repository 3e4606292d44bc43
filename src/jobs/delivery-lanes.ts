import type { DeliveryId, WebhookId } from '../contract/branded-ids.ts';
import type { Grant, LargeBytes, ReceiverKind, Wish } from '../events/deliveries-store.ts';

/** Requests to one webhook at the same time. */
export const mostPerWebhook = 2;
/** Requests to all webhooks together. */
const mostInFlight = 512;
/** Of these, to webhooks whose last attempt failed, or that were not tried yet: the rest is for those that answer. */
const mostUnproven = 256;
/** Webhooks looked at in one turn. */
const mostWishes = 128;
/** Above so many lanes, idle ones are forgotten. */
const mostIdleLanes = 10_000;

/** What is known of the deliveries of one webhook. */
interface Lane {
  /** Ids of the deliveries under way, with the bytes of those that are large. */
  readonly sending: Map<DeliveryId, number>;
  /** When there is something to claim; infinite where nothing is known to wait. */
  dueAt: number;
  /** Its last attempt succeeded. */
  isProven: boolean;
}

/** The webhooks with something to send, each served in its turn, so that none delays another. */
export interface Lanes {
  /** Something of the webhook is due then. */
  expect(webhookId: WebhookId, dueAt: number): void;
  /** What to claim now. The lanes named are served last the next time. */
  wishes(now: number): Wish[];
  /** The wishes came to nothing; they are due again. */
  giveBack(wishes: readonly Wish[]): void;
  granted(grant: Grant): void;
  ended(webhookId: WebhookId, deliveryId: DeliveryId, succeeded: boolean): void;
  /** Of the large payloads under way. */
  largeBytes(): LargeBytes;
  /** When there will be something to claim; infinite where nothing is known to wait. */
  nextDueAt(): number;
}

export function lanesOf(): Lanes {
  const lanes = new Map<WebhookId, Lane>();
  const inFlight: Load = { proven: 0, unproven: 0 };
  const largeBytes: Load = { proven: 0, unproven: 0 };

  const laneOf = (webhookId: WebhookId): Lane => {
    const lane = lanes.get(webhookId) ?? { sending: new Map(), dueAt: Infinity, isProven: false };
    lanes.set(webhookId, lane);
    return lane;
  };
  const room = (lane: Lane, planned: Load): number => roomOf(lane, inFlight, planned);
  const expect = (webhookId: WebhookId, dueAt: number): void => {
    const lane = laneOf(webhookId);
    lane.dueAt = Math.min(lane.dueAt, dueAt);
  };

  return {
    expect,
    wishes: (now) => {
      const wishes: Wish[] = [];
      const planned: Load = { proven: 0, unproven: 0 };
      for (const [webhookId, lane] of lanes) {
        if (wishes.length >= mostWishes) break;
        const most = lane.dueAt <= now ? room(lane, planned) : 0;
        if (most <= 0) continue;
        planned[kindOf(lane)] += most;
        lane.dueAt = Infinity;
        wishes.push({ webhookId, most, kind: kindOf(lane), sending: [...lane.sending.keys()] });
      }
      for (const { webhookId } of wishes) moveToEnd(lanes, webhookId);
      if (lanes.size > mostIdleLanes) forgetIdle(lanes);
      return wishes;
    },
    giveBack: (wishes) => {
      for (const { webhookId } of wishes) expect(webhookId, 0);
    },
    granted: ({ webhookId, claimed, dueAt }) => {
      const lane = laneOf(webhookId);
      for (const { id, largeBytes: bytes } of claimed) lane.sending.set(id, bytes);
      inFlight[kindOf(lane)] += claimed.length;
      largeBytes[kindOf(lane)] += sum(claimed.map((one) => one.largeBytes));
      if (dueAt !== undefined) expect(webhookId, dueAt);
    },
    ended: (webhookId, deliveryId, succeeded) => {
      const lane = laneOf(webhookId);
      inFlight[kindOf(lane)] -= 1;
      largeBytes[kindOf(lane)] -= lane.sending.get(deliveryId) ?? 0;
      lane.sending.delete(deliveryId);
      changeKind(lane, succeeded, { inFlight, largeBytes });
    },
    largeBytes: () => largeBytes,
    nextDueAt: () => {
      const open = [...lanes.values()].filter((lane) => room(lane, { proven: 0, unproven: 0 }) > 0);
      return open.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity);
    },
  };
}

type Load = Record<ReceiverKind, number>;

const kindOf = ({ isProven }: Lane): ReceiverKind => (isProven ? 'proven' : 'unproven');
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** How many more may be sent to a webhook, beside those under way and those that are planned. */
function roomOf(lane: Lane, inFlight: Load, planned: Load): number {
  const all = mostInFlight - inFlight.proven - inFlight.unproven - planned.proven - planned.unproven;
  const unproven = lane.isProven ? Infinity : mostUnproven - inFlight.unproven - planned.unproven;
  return Math.min(mostPerWebhook - lane.sending.size, all, unproven);
}

/** What is still under way to a webhook counts as of its new kind. */
function changeKind(lane: Lane, isProven: boolean, loads: { inFlight: Load; largeBytes: Load }): void {
  if (lane.isProven === isProven) return;
  const from = kindOf(lane);
  lane.isProven = isProven;
  move(loads.inFlight, from, kindOf(lane), lane.sending.size);
  move(loads.largeBytes, from, kindOf(lane), sum([...lane.sending.values()]));
}

function move(load: Load, from: ReceiverKind, to: ReceiverKind, much: number): void {
  load[from] -= much;
  load[to] += much;
}

function moveToEnd(lanes: Map<WebhookId, Lane>, webhookId: WebhookId): void {
  const lane = lanes.get(webhookId);
  if (lane === undefined) return;
  lanes.delete(webhookId);
  lanes.set(webhookId, lane);
}

function forgetIdle(lanes: Map<WebhookId, Lane>): void {
  for (const [webhookId, { sending, dueAt }] of lanes) {
    if (sending.size === 0 && dueAt === Infinity) lanes.delete(webhookId);
  }
}
