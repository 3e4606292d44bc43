import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDocument } from './big-document.ts';
import { interleaved, median } from './medians.ts';
import { cpuSecondsOfAll } from './processes.ts';
import { type Ask, askWell } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

const file = '/v1/files/file';
const design = generateDocument({ nodes: 4000, approximateBytes: 2_700_000 });
const posted = (body: object): Ask => ({
  ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
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

const [before, now] = process.argv.slice(2);
if (before === undefined || now === undefined)
  throw new Error('node bench/beside.ts BEFORE/bin/vitrine.mjs NOW/bin/vitrine.mjs');

/** Prints the processor time of answers by two programs, embedded and in turns: medians, and their ratio. */
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
} finally {
  for (const server of Object.values(servers)) await server.stop();
  await rm(folder, { recursive: true });
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
