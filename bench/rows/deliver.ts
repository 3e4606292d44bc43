import { setTimeout as wait } from 'node:timers/promises';
import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { openWebhookWorkload, type WebhookWorkload, writers } from '../webhook-workload.ts';
import { measureBacklog } from './backlog.ts';
import { measureRetries } from './retries.ts';

export const changesPerSecond = 200;
/** Beside dead receivers, each change is written once for each of them, too. */
export const fewPerSecond = 20;
export const manyWebhooks = 20;
export const deadWebhooks = 49;
/** How long changes are made for one latency. */
const mostSeconds = 20;

/** Otherwise the heap grows as long as there is room, and hides what is held. */
export const smallHeap = '--max-old-space-size=96 --max-semi-space-size=8';

/** From changes to their arrival at receivers of webhooks, on every engine that is there. */
export async function measureDeliveries(stage: Stage): Promise<Measured> {
  const embedded = await measureEngine(stage, 'SQLite', {});
  const native = postgresFolder();
  if (native === undefined) {
    return { rows: embedded, facts: [], leftOut: ['No PostgreSQL for this platform: no deliveries on it.'] };
  }
  const postgres = await startPostgres(native);
  try {
    const other = await measureEngine(stage, 'PostgreSQL', { DATABASE_URL: postgres.url });
    return { rows: [...embedded, ...other], facts: [] };
  } finally {
    await postgres.stop();
  }
}

async function measureEngine(
  stage: Stage,
  engine: string,
  settings: Readonly<Record<string, string>>,
): Promise<Row[]> {
  stage.say(`Telling webhooks, on ${engine}`);
  const changes = stage.rounds * 200;
  const rows = await withPlace(stage, engine, settings, async (workload) => {
    const many = await measureMany(workload, changes);
    const steady = await measureLatency(workload, ['/healthy'], changes, changesPerSecond);
    const alone = await measureLatency(workload, ['/healthy'], changes, fewPerSecond);
    const dead = Array.from({ length: deadWebhooks }, (_, number) => `/dead/${number}`);
    const amongDead = await measureLatency(workload, [...dead, '/healthy'], changes, fewPerSecond);
    return rowsOf(engine, { many, steady, alone, amongDead });
  });
  const small = { ...settings, NODE_OPTIONS: smallHeap };
  const backlog = await withPlace(stage, engine, small, (workload) =>
    measureBacklog(workload, engine, stage.rounds),
  );
  const withClock = { ...settings, VITRINE_TEST_MODE: 'on' };
  const retries = await withPlace(stage, engine, withClock, (workload) => measureRetries(workload, engine));
  return [...rows, ...backlog, ...retries];
}

async function withPlace(
  stage: Stage,
  engine: string,
  settings: Readonly<Record<string, string>>,
  measure: (workload: WebhookWorkload) => Promise<Row[]>,
): Promise<Row[]> {
  const workload = await openWebhookWorkload(stage, engine, settings);
  try {
    return await measure(workload);
  } finally {
    await workload.close();
  }
}

function rowsOf(
  engine: string,
  { many, steady, alone, amongDead }: Record<'many' | 'steady' | 'alone' | 'amongDead', number>,
): Row[] {
  const absolute = (work: string, ours: number, unit: string, limit: Row['limit']): Row => ({
    work: `${work}, ${engine}`,
    reference: '–',
    ours,
    theirs: 1,
    ratio: ours,
    unit,
    limit,
    absolute: true,
  });
  return [
    absolute(`Deliveries over ${manyWebhooks} webhooks`, many, 'a second', { atLeast: 1000 }),
    absolute(`Change sent to event received, ${changesPerSecond} changes a second, p99`, steady, 'ms', {
      atMost: 100,
    }),
    {
      work: `The same, ${fewPerSecond} a second, beside ${deadWebhooks} receivers that never answer, ${engine}`,
      reference: 'alone',
      ours: amongDead,
      theirs: alone,
      ratio: amongDead / alone,
      unit: 'ms',
      limit: { atMost: 2 },
    },
  ];
}

/** The milliseconds from sending a change to receiving its event that 99 of 100 stay below. */
export async function measureLatency(
  workload: WebhookWorkload,
  endpoints: readonly string[],
  mostChanges: number,
  perSecond: number,
): Promise<number> {
  await workload.subscribe(endpoints);
  await workload.change(0, 'first');
  await workload.receiver.until(1);
  workload.receiver.restart();
  const sentAt = new Map<string, number>();
  const startedAt = performance.now();
  const work: Promise<void>[] = [];
  const changes = Math.min(mostChanges, perSecond * mostSeconds);
  for (let number = 0; number < changes; number += 1) {
    await wait(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()));
    sentAt.set(`${number}`, performance.now());
    work.push(workload.change(number % writers, `${number}`));
  }
  await Promise.all(work);
  const arrivals = await workload.receiver.until(changes);
  await workload.unsubscribe();
  return quantile(
    arrivals.map(({ message, at }) => at - (sentAt.get(message) ?? Number.NaN)),
    0.99,
  );
}

/** Deliveries a second while changes are made as fast as the server takes them, until the last has arrived. */
async function measureMany(workload: WebhookWorkload, changes: number): Promise<number> {
  await workload.subscribe(Array.from({ length: manyWebhooks }, (_, number) => `/healthy/${number}`));
  workload.receiver.restart();
  const startedAt = performance.now();
  const each = Math.ceil(changes / writers);
  const write = async (writer: number) => {
    for (let number = 0; number < each; number += 1) await workload.change(writer, `${writer} ${number}`);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const arrivals = await workload.receiver.until(each * writers * manyWebhooks);
  const seconds = ((arrivals.at(-1)?.at ?? 0) - startedAt) / 1000;
  await workload.unsubscribe();
  return arrivals.length / seconds;
}
