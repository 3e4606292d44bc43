import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateDocument } from './big-document.ts';
import { interleaved, median } from './medians.ts';
import { cpuSecondsOfAll, memoryOfAll } from './processes.ts';
import { type Ask, askWell } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

const file = '/v1/files/file';
const design = generateDocument({ nodes: 4000, approximateBytes: 2_700_000 });
const posted = (body: object): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** What is asked, and how often in one round. */
const work: Readonly<Record<string, readonly [path: string, calls: number, ask?: () => Ask]>> = {
  'current user': ['/v1/me', 1500],
  'one frame': [`${file}/nodes?ids=1:2,1:3`, 1000],
  'upper levels': [`${file}?depth=2`, 400],
  'whole file': [file, 150],
  'whole file, gzip': [file, 600, () => ({ headers: { 'accept-encoding': 'gzip' } })],
  'a list of versions': [`${file}/versions`, 800],
  'a version is named': ['/workspace/v1/files/file/versions', 150, () => posted({ label: 'Named' })],
  'a comment is made': [`${file}/comments`, 150, () => posted({ message: 'A comment' })],
  'a list of variables': [`${file}/variables/local`, 800],
};
const rounds = 7;
const largeDesign = generateDocument({ nodes: 28_000, approximateBytes: 19_000_000 });
/** Nothing is asked of the server for so long before its memory is looked at again. */
const restMs = 20_000;

const [before, now] = process.argv.slice(2);
if (before === undefined || now === undefined)
  throw new Error('node bench/beside.ts BEFORE/bin/vitrine.mjs NOW/bin/vitrine.mjs');

/** Prints the processor time of answers by two programs, embedded and in turns, and their memory: medians, and their ratio. */
const folder = await mkdtemp(join(tmpdir(), 'vitrine-beside-'));
const servers = { before: await start('before', before), now: await start('now', now) };
try {
  for (const [name, [path, calls, ask]] of Object.entries(work)) {
    const cost = (server: Vitrine) => () => costOf(server, path, calls, ask);
    const contestants = { before: cost(servers.before), now: cost(servers.now) };
    await interleaved(1, contestants);
    const found = await interleaved(rounds, contestants);
    const [one, other] = [median(found.before), median(found.now)];
    tell(name, 'ms', one, other);
  }
  const starts = await interleaved(rounds, {
    before: startAgain('before', before),
    now: startAgain('now', now),
  });
  tell('start on a folder that is there', 'ms', median(starts.before), median(starts.now));
  await stopAll();
  await compareMemory(before, now);
} finally {
  await stopAll();
  await rm(folder, { recursive: true });
}

async function stopAll(): Promise<void> {
  for (const server of Object.values(servers)) await server.stop();
}

/** Resident memory of the server and all that it started, right after work and once it had rest; one at a time. */
async function compareMemory(before: string, now: string): Promise<void> {
  const found = { before: [] as Memory[], now: [] as Memory[] };
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      ['before', before],
      ['now', now],
    ] as const;
    for (const [name, program] of round % 2 === 0 ? turns : turns.toReversed())
      found[name].push(await memoryAfterWork(join(folder, `${name}-memory-${round}`), program));
  }
  const medianOf = (name: 'before' | 'now', when: keyof Memory) =>
    median(found[name].map((each) => each[when]));
  tell(
    'memory after importing and serving 19 MB',
    'MB',
    medianOf('before', 'afterMb'),
    medianOf('now', 'afterMb'),
  );
  tell(`the same ${restMs / 1000} s later`, 'MB', medianOf('before', 'restMb'), medianOf('now', 'restMb'));
}

interface Memory {
  readonly afterMb: number;
  readonly restMb: number;
}

async function memoryAfterWork(place: string, program: string): Promise<Memory> {
  const server = await startVitrine(place, ['file'], {}, program);
  await putContent(server, 'file', largeDesign);
  for (let call = 0; call < 10; call += 1) {
    await askWell(server.client, file);
    await askWell(server.client, file, { headers: { 'accept-encoding': 'gzip' } });
    await askWell(server.client, `${file}?depth=2`);
    for (let frame = 0; frame < 20; frame += 1)
      await askWell(server.client, `${file}/nodes?ids=13:${frame * 20}`);
  }
  const afterMb = memoryOfAll(server.pid) / 1e6;
  await sleep(restMs);
  const restMb = memoryOfAll(server.pid) / 1e6;
  await server.stop();
  await rm(place, { recursive: true });
  console.error(place.split('/').at(-1), afterMb.toFixed(0), restMb.toFixed(0));
  return { afterMb, restMb };
}

async function start(name: string, program: string): Promise<Vitrine> {
  const server = await startVitrine(join(folder, name), ['file'], {}, program);
  await putContent(server, 'file', design);
  return server;
}

/** Processor time from the start of the process to its first answer. */
function startAgain(name: string, program: string): () => Promise<number> {
  return async () => {
    const server = await startVitrine(join(folder, `${name}-again`), undefined, {}, program);
    const spentMs = 1000 * cpuSecondsOfAll(server.pid);
    await server.stop();
    return spentMs;
  };
}

function tell(name: string, unit: string, one: number, other: number): void {
  const [before, now] = [one, other].map((value) => `${value.toPrecision(3)} ${unit}`);
  process.stdout.write(`${name}: ${before}, ${now}, ${(other / one).toFixed(2)} x\n`);
}

/** Milliseconds of a processor for one answer. */
async function costOf(
  { client, pid }: Vitrine,
  path: string,
  calls: number,
  ask?: () => Ask,
): Promise<number> {
  const startedMs = 1000 * cpuSecondsOfAll(pid);
  for (let call = 0; call < calls; call += 1) await askWell(client, path, ask?.());
  return (1000 * cpuSecondsOfAll(pid) - startedMs) / calls;
}
