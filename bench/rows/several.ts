import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Budget } from '../../src/access/rate-limits/limits.ts';
import { rateLimiter } from '../../src/access/rate-limits/rate-limiter.ts';
import { organizationIdOf } from '../../src/contract/branded-ids.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { planOf } from '../../src/places/organizations-store.ts';
import { interleaved, median, quantile } from '../medians.ts';
import { cpuSecondsEver, cpuSecondsOf, parentOf } from '../processes.ts';
import { type Row, rowWithin } from '../results.ts';
import { openPlace, type Place } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, type Client, openClient } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { askJson } from '../webhook-workload.ts';
import { coresRows } from './several-cores.ts';

const file = 'small';
const clientsOfEach = 4;
/** One for each client of two servers, so that no two of them ask the same. */
const manyFiles = [file, ...Array.from({ length: 2 * clientsOfEach - 1 }, (_, place) => `small-${place}`)];
const changePauseMs = 40;

/**
 * What several servers cost beside one, and how soon one sends what another has changed. Two cores cannot show that
 * N servers give N times as much; that an answer takes no more processor time beside others shows what hinders it.
 */
export async function measureSeveral(stage: Stage): Promise<Measured> {
  stage.say('Starting several servers on PostgreSQL and a bucket');
  const place = await openPlace(stage, 'double');
  if (place === undefined)
    return { rows: [], facts: [], leftOut: ['No PostgreSQL for this platform: no several servers.'] };
  const started: Vitrine[] = [];
  const start = async (roles: string, more: Readonly<Record<string, string>> = {}) => {
    const folder = join(stage.folder, `several-${started.length}`);
    const settings = { ...place.settings, VITRINE_ROLES: roles, ...more };
    const vitrine = await startVitrine(folder, started.length === 0 ? manyFiles : undefined, settings);
    started.push(vitrine);
    return vitrine;
  };
  try {
    const web = await start('web');
    const all = await start('web,jobs,render');
    for (const key of manyFiles) await putContent(web, key, stage.documents.small);
    const rows = [
      ...(await answerRows(stage, place, [web, all])),
      await startRow(stage, () => start('web')),
      await besideOneProcessRow(stage, place, web),
      await limitRow(stage, place),
    ];
    const cores = await coresRows(stage, place, file);
    const told = await delaysOf(stage, web);
    await all.stop();
    await start('web,jobs,render', { VITRINE_DATABASE_DIRECT_URL: 'none' });
    const found = await delaysOf(stage, web);
    return {
      rows: [
        ...rows,
        ...cores.rows,
        delayRow('', told, 50),
        delayRow(' that hears of nothing', found, 1_200),
      ],
      facts: [
        { name: 'A change, sent by another server, at p50', value: `${median(told).toFixed(0)} ms` },
        { name: 'the same where it hears of nothing', value: `${median(found).toFixed(0)} ms` },
      ],
      leftOut: cores.leftOut ?? [],
    };
  } finally {
    for (const vitrine of started) await vitrine.stop();
    await place.close();
  }
}

/** Processor time of an answer, of the servers and of the database. */
interface Cost {
  readonly serversMs: number;
  readonly databaseMs: number;
}

async function answerRows(
  stage: Stage,
  place: Place,
  [one, other]: readonly [Vitrine, Vitrine],
): Promise<Row[]> {
  stage.say('Answers of two servers beside those of one');
  const cost = (servers: readonly Vitrine[], files?: readonly string[]) => () =>
    costOf(stage, place, { all: [one, other], asked: servers, files });
  await cost([one, other], manyFiles)();
  const costs = await interleaved(stage.rounds, {
    one: cost([one]),
    two: cost([one, other]),
    apart: cost([one, other], manyFiles),
  });
  const of = (all: readonly Cost[], name: keyof Cost) => median(all.map((each) => each[name]));
  const [ours, theirs] = [of(costs.two, 'serversMs'), of(costs.one, 'serversMs')];
  const work = 'Get file, gzip, two servers on PostgreSQL and a bucket, processor time of an answer';
  return [
    {
      work,
      reference: 'one of them alone',
      ours,
      theirs,
      ratio: ours / theirs,
      unit: 'ms',
      limit: { atMost: 1.1 },
    },
    databaseRow(`${work}: PostgreSQL’s part`, of(costs.two, 'databaseMs')),
    databaseRow(`${work}: PostgreSQL’s part, each client another file`, of(costs.apart, 'databaseMs')),
  ];
}

const databaseRow = (work: string, ours: number): Row => rowWithin(work, ours, 0.15);

/** A server that works alone, with a database of its own beside that of the several. */
async function besideOneProcessRow(stage: Stage, place: Place, several: Vitrine): Promise<Row> {
  stage.say('Answers of one of several servers beside those of one that works alone on PostgreSQL');
  const alone = await startVitrine(join(stage.folder, 'alone'), [file], {
    DATABASE_URL: await place.ownDatabase('alone'),
  });
  try {
    await putContent(alone, file, stage.documents.small);
    const cost = (server: Vitrine) => async () =>
      (await costOf(stage, place, { all: [server], asked: [server] })).serversMs;
    await cost(alone)();
    const costs = await interleaved(stage.rounds, { several: cost(several), alone: cost(alone) });
    const [ours, theirs] = [median(costs.several), median(costs.alone)];
    return {
      work: 'Get file, gzip, one of several servers, processor time of an answer',
      reference: 'a server alone on PostgreSQL and a folder',
      ours,
      theirs,
      ratio: ours / theirs,
      unit: 'ms',
      limit: { atMost: 1.05 },
    };
  } finally {
    await alone.stop();
  }
}

const limit: Budget = { most: 1_000_000, period: 'minute' };

/** What it takes the process to count a call exactly, together with all the others. */
async function limitRow(stage: Stage, place: Place): Promise<Row> {
  stage.say('Counting calls against a limit beside a keyed select');
  const { database, close } = await openDatabase({ folder: stage.folder, url: place.databaseUrl });
  const limiter = rateLimiter({ database, clock: Date, limits: undefined });
  const organization = organizationIdOf('900');
  const cost = (ask: () => Promise<unknown>) => async () => {
    const before = process.cpuUsage();
    for (let call = 0; call < stage.calls; call += 1) await ask();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / stage.calls;
  };
  try {
    const counted = cost(() => limiter.count(['bench'], limit));
    const selected = cost(() => planOf(database, organization));
    await Promise.all([counted(), selected()]);
    const costs = await interleaved(stage.rounds, { counted, selected });
    const [ours, theirs] = [median(costs.counted), median(costs.selected)];
    return {
      work: 'An exact limit, one question to PostgreSQL, processor time of the process',
      reference: `a keyed select: ${theirs.toFixed(3)} ms`,
      ours,
      theirs,
      ratio: ours,
      unit: 'ms',
      absolute: true,
      limit: { atMost: 0.15 },
    };
  } finally {
    await close();
  }
}

/** All servers count, since one that is not asked lives beside. */
async function costOf(
  stage: Stage,
  { databaseUrl }: Place,
  {
    all,
    asked,
    files = [file],
  }: {
    readonly all: readonly Vitrine[];
    readonly asked: readonly Vitrine[];
    readonly files?: readonly string[] | undefined;
  },
): Promise<Cost> {
  const clients = Array.from({ length: clientsOfEach * asked.length }, (_, number) => {
    const { url, ca, headers } = asked[number % asked.length] as Vitrine;
    return openClient(url, ca, { ...headers, 'accept-encoding': 'gzip' });
  });
  const ask = (client: Client, number: number) =>
    askWell(client, `/v1/files/${files[number % files.length]}`);
  await Promise.all(clients.map(ask));
  const database = await postgresOf(databaseUrl);
  const spent = () => [secondsOf(all.map(({ pid }) => pid)), cpuSecondsEver(database)] as const;
  const before = spent();
  const each = Math.ceil(stage.calls / clients.length);
  await Promise.all(
    clients.map(async (client, number) => {
      for (let call = 0; call < each; call++) await ask(client, number);
    }),
  );
  const after = spent();
  for (const client of clients) client.close();
  const ofAnswer = (part: 0 | 1) => (1000 * (after[part] - before[part])) / (each * clients.length);
  return { serversMs: ofAnswer(0), databaseMs: ofAnswer(1) };
}

const secondsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (cpuSecondsOf(pid) ?? 0), 0);

/** The process that has started all others of a PostgreSQL on this machine: connections come and go. */
async function postgresOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const postgres = parentOf(rows[0].pid);
  await client.end();
  return postgres;
}

async function startRow({ rounds, say }: Stage, start: () => Promise<Vitrine>): Promise<Row> {
  say('Starts of one of several servers');
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = await start();
    times.push(started.startMs);
    await started.stop();
  }
  const ours = median(times);
  const work = 'Start of one of several servers on an existing database to the first answer';
  return rowWithin(work, ours, 1_500);
}

/** How long each change takes from its request to the receiver, made by one server and sent by another. */
async function delaysOf(stage: Stage, { client }: Vitrine): Promise<number[]> {
  stage.say('Changes by one server, sent by another');
  const receiver = await openWebhookReceiver();
  const made = await askWell(client, '/v2/webhooks', asJson(webhookOf(receiver)));
  const { id } = JSON.parse(made.bytes.toString());
  try {
    const count = Math.round(stage.calls / 10);
    const sentAt = new Map<string, number>();
    for (let change = 0; change < count; change++) {
      const message = `${receiver.url} ${change}`;
      sentAt.set(message, performance.now());
      const body = { label: 'Changed', description: message };
      await askJson(client, 'POST', `/workspace/v1/files/${file}/versions`, body);
      await sleep(changePauseMs);
    }
    const arrivals = await receiver.until(count);
    return arrivals.map(({ message, at }) => at - (sentAt.get(message) ?? Number.NaN));
  } finally {
    await askJson(client, 'DELETE', `/v2/webhooks/${id}`);
    await receiver.close();
  }
}

const webhookOf = ({ url }: WebhookReceiver) => ({
  event_type: 'FILE_VERSION_UPDATE',
  context: 'team',
  context_id: '100',
  endpoint: `${url}/healthy`,
  passcode: 'secret',
});

const asJson = (json: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(json)),
});

function delayRow(how: string, delays: readonly number[], mostMs: number): Row {
  const ours = quantile(delays, 0.99);
  const work = `A change, sent by another server${how}: from its request to the receiver at p99`;
  return rowWithin(work, ours, mostMs);
}
