import { writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../medians.ts';
import { cpuSecondsOf, threadSecondsOf, untilIdle } from '../processes.ts';
import { startConsumer, startUpstreamServer } from '../reference-server.ts';
import { rounded, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, type Client, openClient } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const projects = 20;
/** As many as the limits of an upstream let through at once, of so many upstreams. */
const pulled = { upstreams: 10, files: 20 };
const pulledFiles = pulled.upstreams * pulled.files;
const frame = '/v1/files/read/nodes?ids=13:200';
const readers = 4;
/** Between two questions of a reader. */
const readerPauseMs = 10;
/** Between two looks whether all came. */
const lookPauseMs = 500;
const alonePerRoundMs = 10_000;
const mostRounds = 5;

/** What mirrors cost the server that is mirrored, and those who read here meanwhile. */
export async function measureMirrors(stage: Stage): Promise<Measured> {
  const { folder, documents } = stage;
  const settings = { VITRINE_TEST_MODE: 'on', VITRINE_UPSTREAM_ALLOW: '127.0.0.1' };
  const vitrine = await startVitrine(join(folder, 'mirrors'), ['read'], settings);
  try {
    await putContent(vitrine, 'read', documents.small);
    await writeFile(join(folder, 'mirrored.json'), documents.small);
    await untilIdle(vitrine.pid);
    const pulling = await measureReaders(stage, vitrine);
    const looking = await measureLooks(stage, vitrine);
    return { rows: [...looking.rows, ...pulling.rows], facts: [...looking.facts, ...pulling.facts] };
  } finally {
    await vitrine.stop();
  }
}

/** An hour in which nothing changed there; a quick pass has a fifth of the files. */
async function measureLooks(stage: Stage, vitrine: Vitrine): Promise<Measured> {
  const team = { projects, files: stage.rounds > 3 ? 50 : 10 };
  const teamFiles = team.projects * team.files;
  stage.say(`Mirroring a team of ${teamFiles} files`);
  const server = await openServer(stage, vitrine, team);
  try {
    const mirror = await addMirror(vitrine, await server.addUpstream('team'), { team_id: '3' });
    await untilCurrent(vitrine, mirror, teamFiles);
    // The lists are looked at once more after the last file came.
    await advance(vitrine.client, '2h');
    const before = await server.asked();
    await advance(vitrine.client, '1h');
    const after = await server.asked();
    const calls = Object.fromEntries(
      Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
    );
    const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
    const few = team.projects + 1;
    const work = `A look at an unchanged team of ${teamFiles} files in ${team.projects} projects`;
    return {
      rows: [
        {
          work: `${work}, calls`,
          reference: 'one a project, one for the team',
          ours: all,
          theirs: few,
          ratio: all / few,
          unit: 'calls',
          limit: { atMost: 1 },
        },
        rowWithin('The same, calls of Tier 1', calls.document ?? 0, 0, 'calls'),
      ],
      facts: [{ name: `Calls while ${teamFiles} files came`, value: JSON.stringify(before) }],
    };
  } finally {
    await server.stop();
  }
}

/**
 * Alone, beside mirrors, and beside what takes as much processor time as these take of others than the thread that
 * answers, in turns; files come as fast as they can be read, each time of other projects.
 */
async function measureReaders(stage: Stage, vitrine: Vitrine): Promise<Measured> {
  const server = await openServer(stage, vitrine, { files: pulled.files, projects: 1 });
  try {
    const found: ReadersRound[] = [];
    await readWhile(vitrine, sleep(alonePerRoundMs / 5));
    for (let round = 0; round < Math.min(stage.rounds, mostRounds); round += 1) {
      stage.say(`Reading beside mirrors of ${pulledFiles} files, round ${round + 1}`);
      found.push(await readersRound(vitrine, server, round));
    }
    return comparedReaders(found);
  } finally {
    await server.stop();
  }
}

/** What readers waited at p99, in milliseconds. */
interface ReadersRound {
  readonly alone: number;
  readonly beside: number;
  readonly bound: number;
}

/** Readers are alone before and after what they are compared with, so that a machine that gets busier counts for both. */
async function readersRound(vitrine: Vitrine, server: MirroredServer, round: number): Promise<ReadersRound> {
  const aloneBefore = await readWhile(vitrine, sleep(alonePerRoundMs / 2));
  const before = { at: performance.now(), used: usedBeside(vitrine, server) };
  const beside = await readWhile(vitrine, pullAll(vitrine, server, round));
  const seconds = (performance.now() - before.at) / 1000;
  const shares = [...usedBeside(vitrine, server)].map(([niceness, all]) => {
    const share = (all - (before.used.get(niceness) ?? 0)) / seconds;
    return [niceness, Math.min(mostShare, share)] as const;
  });
  const bound = await readBesideConsumers(vitrine, shares);
  const aloneAfter = await readWhile(vitrine, sleep(alonePerRoundMs / 2));
  const p99 = (times: number[]) => quantile(times, 0.99);
  return { alone: p99([...aloneBefore, ...aloneAfter]), beside: p99(beside), bound: p99(bound) };
}

/** Ratios are those of the middle round, since each round has its own moment of the machine. */
function comparedReaders(rounds: readonly ReadersRound[]): Measured {
  const of = (value: (round: ReadersRound) => number) => median(rounds.map(value));
  const row = {
    work: `Get file nodes while mirrors pull ${pulledFiles} files, latency at p99`,
    reference: 'the same without',
    ours: of(({ beside }) => beside),
    theirs: of(({ alone }) => alone),
    unit: 'ms',
    ratio: of(({ beside, alone }) => beside / alone),
    limit: { atMost: 1.5 },
  };
  const least = `${rounded(of(({ bound }) => bound))} ms, ${rounded(of(({ bound, alone }) => bound / alone))} × alone`;
  const each = rounds.map(({ alone, beside, bound }) => [alone, beside, bound].map(rounded).join(' / '));
  return {
    rows: [row],
    facts: [
      { name: 'p99 of readers beside what takes as much processor time and does nothing', value: least },
      {
        name: 'p99 of readers by round, alone / beside mirrors / beside what does nothing',
        value: each.join(', '),
      },
    ],
  };
}

const mostShare = 0.95;
/** Less is nothing: a hundredth of a second is what the system counts. */
const leastShare = 0.002;

/** Processor seconds of the upstream, and of all threads here but the one that answers, by how far back they stand. */
function usedBeside({ pid }: Vitrine, server: MirroredServer): ReadonlyMap<number, number> {
  const used = new Map(threadSecondsOf(pid));
  const own = getPriority();
  return used.set(own, (used.get(own) ?? 0) + (cpuSecondsOf(server.pid) ?? 0));
}

async function readBesideConsumers(
  vitrine: Vitrine,
  shares: readonly (readonly [niceness: number, share: number])[],
): Promise<number[]> {
  const wanted = shares.filter(([, share]) => share > leastShare);
  const consumers = await Promise.all(wanted.map(([niceness, share]) => startConsumer(niceness, share)));
  try {
    return await readWhile(vitrine, sleep(alonePerRoundMs));
  } finally {
    await Promise.all(consumers.map((one) => one.stop()));
  }
}

/** A mirror of each of several upstreams, whose limits let all of it through at once. */
async function pullAll(vitrine: Vitrine, server: MirroredServer, round: number): Promise<void> {
  const projects = Array.from({ length: pulled.upstreams }, (_, at) => `${round + 7}00${at}`);
  const mirrors = await Promise.all(
    projects.map(async (project_id) =>
      addMirror(vitrine, await server.addUpstream(project_id), { project_id }),
    ),
  );
  for (const mirror of mirrors)
    while ((await countCurrent(vitrine, mirror)) < pulled.files) await sleep(lookPauseMs);
}

/** Milliseconds of each answer that readers get until something has ended. */
async function readWhile({ url, ca, headers }: Vitrine, ending: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const over = ending.finally(() => {
    isOver = true;
  });
  const read = async () => {
    const client = openClient(url, ca, headers);
    for (; !isOver; await sleep(readerPauseMs)) times.push((await askWell(client, frame)).milliseconds);
    client.close();
  };
  await Promise.all([over, ...Array.from({ length: readers }, read)]);
  return times;
}

interface MirroredServer {
  readonly pid: number;
  /** Adds it as an upstream all of whose limits are ours, once for each name; the id. */
  addUpstream(name: string): Promise<string>;
  /** How often what was asked. */
  asked(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

/** Starts a server to be mirrored. */
async function openServer(
  { folder }: Stage,
  { client, tls, ca }: Vitrine,
  size: { readonly files: number; readonly projects: number },
): Promise<MirroredServer> {
  const server = await startUpstreamServer(join(folder, 'mirrored.json'), size, tls);
  const theirs = openClient(server.url, ca, {});
  const place = { base_url: server.url, ca: ca.toString(), share: 1 };
  return {
    pid: server.pid,
    addUpstream: async (name) =>
      String((await askJson(client, 'POST', '/workspace/v1/upstreams', { ...place, name, token: name })).id),
    asked: async () => (await askJson(theirs, 'GET', '/asked')) as Readonly<Record<string, number>>,
    stop: async () => {
      theirs.close();
      await server.stop();
    },
  };
}

async function addMirror({ client }: Vitrine, upstream: string, thing: object): Promise<string> {
  const body = { upstream, project: '200', ...thing };
  return String((await askJson(client, 'POST', '/workspace/v1/mirrors', body)).id);
}

/** Moves the clock on wherever the limits have files wait. */
async function untilCurrent(vitrine: Vitrine, mirror: string, files: number): Promise<void> {
  for (let minute = 0; minute < 10 * files; minute += 1) {
    await advance(vitrine.client, '1m');
    if ((await countCurrent(vitrine, mirror)) === files) return;
  }
  throw new Error(`Not all ${files} files came.`);
}

async function countCurrent({ client }: Vitrine, mirror: string): Promise<number> {
  const { counts } = await askJson(client, 'GET', `/workspace/v1/mirrors/${mirror}`);
  return (counts as { current?: number }).current ?? 0;
}

const advance = (client: Client, time: string) =>
  askJson(client, 'POST', '/test/v1/clock', { advance: time });

async function askJson(
  client: Client,
  method: string,
  path: string,
  json?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const body = json === undefined ? {} : { body: Buffer.from(JSON.stringify(json)) };
  const headers = { 'content-type': 'application/json' };
  return JSON.parse((await askWell(client, path, { method, headers, ...body })).bytes.toString());
}
