import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { askWell, type Client, openClient } from '../ask.ts';
import { generateDocument } from '../big-document.ts';
import { quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';

const file = 'told';
const changesPerSecond = 200;
/** Beside dead receivers, each change is written once for each of them, too. */
const fewPerSecond = 20;
const manyWebhooks = 20;
const deadWebhooks = 49;
/** How long changes are made for one latency. */
const mostSeconds = 20;
/** Connections over which changes are made. */
const writers = 8;

/** From changes to their arrival at receivers of webhooks, on every engine that is there. */
export async function measureDeliveries(stage: Stage): Promise<Measured> {
  const embedded = await measureEngine(stage, 'SQLite', {});
  const native = postgresFolder();
  if (native === undefined) {
    return { ...embedded, leftOut: ['No PostgreSQL for this platform: no deliveries on it.'] };
  }
  const postgres = await startPostgres(native);
  try {
    const other = await measureEngine(stage, 'PostgreSQL', { DATABASE_URL: postgres.url });
    return { rows: [...embedded.rows, ...other.rows], facts: [...embedded.facts, ...other.facts] };
  } finally {
    await postgres.stop();
  }
}

interface Place {
  readonly vitrine: Vitrine;
  readonly receiver: WebhookReceiver;
  readonly clients: readonly Client[];
  readonly nodeIds: readonly string[];
  /** How many changes one measurement makes. */
  readonly changes: number;
}

async function measureEngine(
  { folder, rounds, say }: Stage,
  engine: string,
  settings: Readonly<Record<string, string>>,
): Promise<Measured> {
  say(`Telling webhooks, on ${engine}`);
  const receiver = await openWebhookReceiver();
  const vitrine = await startVitrine(join(folder, `deliver-${engine}`), [file], {
    ...settings,
    VITRINE_WEBHOOK_ALLOW: '127.0.0.1',
  });
  const clients = Array.from({ length: writers }, () => openClient(vitrine.url, vitrine.ca, vitrine.headers));
  try {
    await putContent(vitrine, file, generateDocument({ nodes: 400, approximateBytes: 200_000 }));
    const place = { vitrine, receiver, clients, nodeIds: await nodesOf(vitrine), changes: rounds * 200 };
    const many = await measureMany(place);
    const steady = await measureLatency(place, ['/healthy'], changesPerSecond);
    const alone = await measureLatency(place, ['/healthy'], fewPerSecond);
    const dead = Array.from({ length: deadWebhooks }, (_, number) => `/dead/${number}`);
    const amongDead = await measureLatency(place, [...dead, '/healthy'], fewPerSecond);
    return { rows: rowsOf(engine, { many, steady, alone, amongDead }), facts: [] };
  } finally {
    for (const client of clients) client.close();
    await vitrine.stop();
    await receiver.close();
  }
}

function rowsOf(
  engine: string,
  { many, steady, alone, amongDead }: Record<'many' | 'steady' | 'alone' | 'amongDead', number>,
): Row[] {
  const absolute = (work: string, ours: number, unit: string, limit: Row['limit']): Row => ({
    ...{ work: `${work}, ${engine}`, reference: '–', ours, theirs: 1, ratio: ours, unit, limit },
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
      ...{ ours: amongDead, theirs: alone, ratio: amongDead / alone, unit: 'ms', limit: { atMost: 2 } },
    },
  ];
}

async function nodesOf({ client }: Vitrine): Promise<string[]> {
  const { bytes } = await askWell(client, `/v1/files/${file}?depth=2`);
  const pages: { children: { id: string }[] }[] = JSON.parse(bytes.toString()).document.children;
  return pages.flatMap(({ children }) => children.map(({ id }) => id)).slice(0, writers);
}

/** The milliseconds from sending a change to receiving its event that 99 of 100 stay below. */
async function measureLatency(
  place: Place,
  endpoints: readonly string[],
  perSecond: number,
): Promise<number> {
  await subscribe(place, endpoints);
  await change(place, 0, 'first');
  await place.receiver.until(1);
  place.receiver.restart();
  const sentAt = new Map<string, number>();
  const startedAt = performance.now();
  const work: Promise<void>[] = [];
  const changes = Math.min(place.changes, perSecond * mostSeconds);
  for (let number = 0; number < changes; number += 1) {
    await wait(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()));
    sentAt.set(`${number}`, performance.now());
    work.push(change(place, number % writers, `${number}`));
  }
  await Promise.all(work);
  const arrivals = await place.receiver.until(changes);
  await unsubscribe(place);
  return quantile(
    arrivals.map(({ message, at }) => at - (sentAt.get(message) ?? Number.NaN)),
    0.99,
  );
}

/** Deliveries a second while changes are made as fast as the server takes them, until the last has arrived. */
async function measureMany(place: Place): Promise<number> {
  await subscribe(
    place,
    Array.from({ length: manyWebhooks }, (_, number) => `/healthy/${number}`),
  );
  place.receiver.restart();
  const startedAt = performance.now();
  const each = Math.ceil(place.changes / writers);
  const write = async (writer: number) => {
    for (let number = 0; number < each; number += 1) await change(place, writer, `${writer} ${number}`);
  };
  await Promise.all(place.clients.map((_, writer) => write(writer)));
  const arrivals = await place.receiver.until(each * writers * manyWebhooks);
  const seconds = ((arrivals.at(-1)?.at ?? 0) - startedAt) / 1000;
  await unsubscribe(place);
  return arrivals.length / seconds;
}

async function change({ clients, nodeIds }: Place, writer: number, message: string): Promise<void> {
  const path = `/workspace/v1/files/${file}/nodes/${nodeIds[writer]}/dev-status`;
  await askJson(clients[writer] as Client, 'PUT', path, { status: 'READY_FOR_DEV', message });
}

/** A workspace file may hold more webhooks than people may make. */
async function subscribe({ vitrine, receiver }: Place, endpoints: readonly string[]): Promise<void> {
  const webhooks = endpoints.map((endpoint) => ({
    ...{ event_type: 'DEV_MODE_STATUS_UPDATE', context: 'team', context_id: '100' },
    ...{ endpoint: `${receiver.url}${endpoint}`, passcode: 'secret' },
  }));
  await askJson(vitrine.client, 'POST', '/workspace/v1/apply', { webhooks });
}

async function unsubscribe({ vitrine, receiver }: Place): Promise<void> {
  const { bytes } = await askWell(vitrine.client, '/v2/webhooks?context=team&context_id=100');
  for (const { id } of JSON.parse(bytes.toString()).webhooks)
    await askJson(vitrine.client, 'DELETE', `/v2/webhooks/${id}`);
  receiver.restart();
}

async function askJson(client: Client, method: string, path: string, json?: object): Promise<void> {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const headers = { 'content-type': 'application/json' };
  await askWell(client, path, { method, headers, ...(body === undefined ? {} : { body }) });
}
