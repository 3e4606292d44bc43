import { setTimeout as sleep } from 'node:timers/promises';
import { interleaved } from '../medians.ts';
import { type Backlog, sendBacklog } from '../rows/backlog.ts';
import {
  changesPerSecond,
  deadWebhooks,
  fewPerSecond,
  manyWebhooks,
  measureLatency,
  smallHeap,
} from '../rows/deliver.ts';
import { openWebhookWorkload, type WebhookWorkload, writers } from '../webhook-workload.ts';
import { type Comparison, compareNumbers, type Place, tellNumbers } from './turns.ts';

const changesOfWriter = 5;
const backlog = 'a backlog of 33,600 deliveries is sent';
/** The thread that reads what was put for the search has ended by then; the program before has none. */
const searchRestMs = 15_000;

/** Changes of eight writers at once, each told to twenty webhooks, until the last has arrived. */
export async function openTold(folder: string, program: string): Promise<Place> {
  const workload = await openWebhookWorkload({ folder }, 'told', {}, program);
  await workload.subscribe(endpoints('healthy', manyWebhooks));
  const answers = writers * changesOfWriter * manyWebhooks;
  return {
    pid: workload.vitrine.pid,
    work: { 'a delivery': { ask: () => changeAndArrive(workload, answers), answers, settles: true } },
    close: workload.close,
  };
}

async function changeAndArrive({ receiver, change }: WebhookWorkload, deliveries: number): Promise<void> {
  receiver.restart();
  const write = async (writer: number) => {
    for (let number = 0; number < changesOfWriter; number += 1) await change(writer, `${number}`);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await receiver.until(deliveries);
}

const endpoints = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, number) => `/${kind}/${number}`);

/** How long a change is under way to its receiver at p99, by the clock, and how a server grows that has much to send. */
export async function compareDelays(comparison: Comparison): Promise<void> {
  const { folder, programs, rounds, isWanted } = comparison;
  const delays = {
    [`a change at its receiver, ${changesPerSecond} a second`]: (workload: WebhookWorkload) =>
      measureLatency(workload, ['/healthy'], 400, changesPerSecond),
    [`the same, ${fewPerSecond} a second, beside ${deadWebhooks} that never answer`]: (
      workload: WebhookWorkload,
    ) => measureLatency(workload, [...endpoints('dead', deadWebhooks), '/healthy'], 100, fewPerSecond),
  };
  for (const [name, delay] of Object.entries(delays)) {
    if (!isWanted(name)) continue;
    const before = await openWebhookWorkload({ folder }, 'before', {}, programs.before);
    const now = await openWebhookWorkload({ folder }, 'now', {}, programs.now);
    await compareNumbers(name, 'ms', rounds, { before: () => delay(before), now: () => delay(now) });
    await before.close();
    await now.close();
  }
  if (isWanted(backlog)) await compareBacklogs(comparison);
}

async function compareBacklogs({ folder, programs, rounds }: Comparison): Promise<void> {
  const send = (program: string) => async () => {
    const settings = { NODE_OPTIONS: smallHeap };
    const workload = await openWebhookWorkload({ folder }, `backlog-${backlogs++}`, settings, program);
    await sleep(searchRestMs);
    const sent = await sendBacklog(workload, 3);
    await workload.close();
    return sent;
  };
  const sent = await interleaved(rounds, { before: send(programs.before), now: send(programs.now) });
  const tell = (name: string, bytes: (one: Backlog) => number) =>
    tellNumbers(name, 'MB', {
      before: sent.before.map((one) => bytes(one) / 1e6),
      now: sent.now.map((one) => bytes(one) / 1e6),
    });
  tell(`growth while ${backlog}`, ({ beforeBytes, highestBytes }) => highestBytes - beforeBytes);
  tell(`memory at most while ${backlog}`, ({ highestBytes }) => highestBytes);
}

let backlogs = 0;
