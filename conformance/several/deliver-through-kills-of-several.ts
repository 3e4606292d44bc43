import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  as,
  checkAllTold,
  checkOutcomes,
  createFile,
  type DeliveryRecord,
  mostInFlight,
  recordOf,
  repeatsOf,
  subscribe,
} from '../harness/delivery-record.ts';
import { openReceiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { letSilenceBeOver, type Several } from './servers.ts';

export interface KillPlan {
  readonly kills: number;
  /** Whether what was under way is waited for as long as a process counts as alive; else that time is moved on. */
  readonly waitsForSilence: boolean;
  /** How long a writer rests between two changes. */
  readonly pauseMs: number;
}

/** What came of it, for people. */
export interface KillReport {
  readonly kills: number;
  readonly changes: number;
  readonly requests: number;
  /** Requests that came again because their sender was killed. */
  readonly repeats: number;
}

const writers = 3;
/** Three of a delivery, and some for those that begin later. */
const mostRetries = 8;
/** A process is killed between so long and so long after the one before. */
const shortestMs = 150;
const longestMs = 1_500;

/**
 * Kills one of these processes at random, again and again, while writers change a file through the balancer and three
 * webhooks are told; another process takes the place of each. In the end no change is lost and none untold, and what
 * came twice is not more than what was under way at the kills.
 */
export async function deliverThroughKillsOfSeveral(several: Several, plan: KillPlan): Promise<KillReport> {
  const receiver = await openReceiver();
  let kills = 0;
  const record = recordOf(receiver, () => kills);
  try {
    const file = await createFile(several.balanced);
    const webhooks = await subscribe(several.balanced, file, receiver.url);
    const work = beginWriting(several, file, plan.pauseMs);
    while (kills < plan.kills) {
      await wait(shortestMs + Math.random() * (longestMs - shortestMs));
      await killOne(several, plan);
      kills += 1;
    }
    const { changes, refusals } = await work.stop();
    expect(refusals).toEqual([]);
    expect(changes.length).toBeGreaterThan(kills);
    const [living] = several.servers as [Server];
    await letRetriesCome(several, living);
    await checkKept(several, file, changes);
    checkAllTold(record, changes);
    await checkOutcomes(living, webhooks, record, kills);
    const repeats = checkRepeats(record, kills);
    return { kills, changes: changes.length, requests: receiver.received.length, repeats };
  } finally {
    await receiver.close();
  }
}

async function killOne(several: Several, { waitsForSilence }: KillPlan): Promise<void> {
  const victim = several.servers[Math.floor(Math.random() * several.servers.length)] as Server;
  await victim.kill();
  await several.leadAway(victim);
  if (!waitsForSilence) await letSilenceBeOver(several, victim);
  await several.start();
}

/** Clients that change the file, each through another process each time. One whose process was killed goes on. */
function beginWriting({ balanced }: Several, file: string, pauseMs: number) {
  const changes: string[] = [];
  const refusals: string[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const path = `/workspace/v1/files/${file}/versions`;
      const answer = await as(balanced, 'POST', path, { label: `Change ${number}` }).catch(() => undefined);
      if (answer?.status === 200) changes.push(answer.json.id);
      else if (answer !== undefined) refusals.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      await wait(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, write));
  return {
    stop: async () => {
      isOver = true;
      await all;
      return { changes, refusals };
    },
  };
}

/**
 * Moves the clock until all retries are over. Of thousands each has a moment of its own, to which the clock would go in
 * turn; here all have the last of them.
 */
async function letRetriesCome({ query }: Several, living: Server): Promise<void> {
  const move = async (body: object): Promise<void> => {
    expect((await as(living, 'POST', '/test/v1/clock', body)).status).toBe(200);
  };
  await move({ advance: '1s' });
  for (let retry = 0; retry < mostRetries; retry += 1) {
    const [waiting] = await query(`update deliveries set next_attempt_at =
      (select max(next_attempt_at) from deliveries where state = 'waiting') where state = 'waiting'
      returning next_attempt_at`);
    if (waiting === undefined) return;
    await move({ set: new Date(Number(waiting.next_attempt_at) + 1_000).toISOString() });
  }
}

/** Every version that was answered is there. */
async function checkKept({ query }: Several, file: string, changes: readonly string[]): Promise<void> {
  const rows = await query('select id from versions where file_key = $1', [file]);
  const there = new Set(rows.map(({ id }) => id));
  expect(changes.filter((id) => !there.has(id))).toEqual([]);
}

/** How many requests came again to those who answer well; of each webhook two at the most for each kill. */
function checkRepeats({ seen, mostAtOnce }: DeliveryRecord, kills: number): number {
  expect(mostAtOnce).toBeLessThanOrEqual(mostInFlight);
  const repeats = ['/steady', '/slow'].map((path) =>
    repeatsOf(seen[path] ?? []).reduce((sum, all) => sum + all.length - 1, 0),
  );
  for (const count of repeats) expect(count).toBeLessThanOrEqual(mostInFlight * kills);
  return repeats.reduce((sum, count) => sum + count);
}
