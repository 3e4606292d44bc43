import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDocument } from './big-document.ts';
import { interleaved, median } from './medians.ts';
import { cpuSecondsOf } from './processes.ts';
import { askWell } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

/** What is asked, and how often in one round. */
const work = {
  'current user': ['/v1/me', 1500],
  'one frame': ['/v1/files/file/nodes?ids=1:2,1:3', 1000],
  'upper levels': ['/v1/files/file?depth=2', 400],
  'whole file': ['/v1/files/file', 150],
} as const;
const rounds = 7;

const [before, now] = process.argv.slice(2);
if (before === undefined || now === undefined)
  throw new Error('node bench/beside.ts BEFORE/bin/vitrine.mjs NOW/bin/vitrine.mjs');

/** Prints the processor time of answers by two programs, embedded and in turns: medians, and their ratio. */
const folder = await mkdtemp(join(tmpdir(), 'vitrine-beside-'));
const servers = { before: await start('before', before), now: await start('now', now) };
try {
  for (const [name, [path, calls]] of Object.entries(work)) {
    const cost = (server: Vitrine) => () => costOf(server, path, calls);
    const contestants = { before: cost(servers.before), now: cost(servers.now) };
    await interleaved(1, contestants);
    const found = await interleaved(rounds, contestants);
    const [one, other] = [median(found.before), median(found.now)];
    process.stdout.write(
      `${name}: ${one.toFixed(3)} ms, ${other.toFixed(3)} ms, ${(other / one).toFixed(2)} x\n`,
    );
  }
} finally {
  for (const server of Object.values(servers)) await server.stop();
  await rm(folder, { recursive: true });
}

async function start(name: string, program: string): Promise<Vitrine> {
  const server = await startVitrine(join(folder, name), ['file'], {}, program);
  await putContent(server, 'file', generateDocument({ nodes: 4000, approximateBytes: 2_700_000 }));
  return server;
}

/** Milliseconds of a processor for one answer. */
async function costOf({ client, pid }: Vitrine, path: string, calls: number): Promise<number> {
  const startedMs = 1000 * (cpuSecondsOf(pid) ?? 0);
  for (let call = 0; call < calls; call += 1) await askWell(client, path);
  return (1000 * (cpuSecondsOf(pid) ?? 0) - startedMs) / calls;
}
