import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateDocument } from '../big-document.ts';
import { interleaved, median } from '../medians.ts';
import { cpuSecondsOfAll, memoryOf, memoryOfAll, untilIdle } from '../processes.ts';
import { putPictures } from '../render/render-server.ts';
import { sizesOver } from '../rows/render-memory.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';
import { renamed } from './imports.ts';
import { type Comparison, compareNumbers, tellNumbers } from './turns.ts';

const design = renamed(generateDocument({ nodes: 28_000, approximateBytes: 19_000_000 }));
const largest = generateDocument({ nodes: 40_000, approximateBytes: 27_000_000 });
/** Nothing is asked of the server for so long before its memory is looked at again. */
const restMs = 20_000;
const file = '/v1/files/file';

/** Processor time from the start of the process on a folder that is there to its first answer. */
export async function compareStarts({ folder, programs, rounds }: Comparison): Promise<void> {
  const startAgain = (name: string, program: string) => async () => {
    const server = await startVitrine(join(folder, name), undefined, {}, program);
    const spentMs = 1000 * cpuSecondsOfAll(server.pid);
    await server.stop();
    return spentMs;
  };
  await compareNumbers('start on a folder that is there', 'ms', rounds, {
    before: startAgain('before', programs.before),
    now: startAgain('now', programs.now),
  });
}

/** What of memory is looked at, by its name, with its unit. */
const rests = {
  'memory of an idle server': 'MB',
  'processor time of 20 idle seconds': 'ms',
  'memory after importing and serving 19 MB': 'MB',
  'the same 20 s later': 'MB',
  'peak above the idle process while 27 MB are imported': 'MB',
} as const;

type Rests = Readonly<Record<keyof typeof rests, number>>;

/** Resident memory of servers and all that they started, one at a time. */
export async function compareMemory({ folder, programs, rounds }: Comparison): Promise<void> {
  const found = await interleaved(rounds, {
    before: () => restsOf(join(folder, 'rests'), programs.before),
    now: () => restsOf(join(folder, 'rests'), programs.now),
  });
  for (const [name, unit] of Object.entries(rests)) {
    const of = (each: readonly Rests[]) => each.map((one) => one[name as keyof Rests]);
    tellNumbers(name, unit, { before: of(found.before), now: of(found.now) });
  }
}

async function restsOf(place: string, program: string): Promise<Rests> {
  const filled = await startVitrine(place, ['file', 'largest'], {}, program);
  await putContent(filled, 'file', design());
  await untilIdle(filled.pid);
  await filled.stop();
  const server = await startVitrine(place, undefined, {}, program);
  const { pid } = server;
  const startedMs = 1000 * cpuSecondsOfAll(pid);
  await sleep(restMs);
  const idle = { mb: residentMb(pid), cpuMs: 1000 * cpuSecondsOfAll(pid) - startedMs };
  await serve(server);
  const afterMb = residentMb(pid);
  await sleep(restMs);
  const restMb = residentMb(pid);
  await server.stop();
  const peakMb = await peakOfImport(place, program);
  await rm(place, { recursive: true });
  return {
    'memory of an idle server': idle.mb,
    'processor time of 20 idle seconds': idle.cpuMs,
    'memory after importing and serving 19 MB': afterMb,
    'the same 20 s later': restMb,
    'peak above the idle process while 27 MB are imported': peakMb,
  };
}

const residentMb = (pid: number): number => memoryOfAll(pid) / 1e6;

async function peakOfImport(place: string, program: string): Promise<number> {
  const server = await startVitrine(place, undefined, {}, program);
  const idle = memoryOf(server.pid)?.nowBytes ?? 0;
  await putContent(server, 'largest', largest);
  const highest = memoryOf(server.pid)?.highestBytes ?? 0;
  await server.stop();
  return (highest - idle) / 1e6;
}

async function serve(server: Vitrine): Promise<void> {
  await putContent(server, 'file', design());
  for (let call = 0; call < 10; call += 1) {
    await askWell(server.client, file);
    await askWell(server.client, file, { headers: { 'accept-encoding': 'gzip' } });
    await askWell(server.client, `${file}?depth=2`);
    for (let frame = 0; frame < 20; frame += 1)
      await askWell(server.client, `${file}/nodes?ids=13:${frame * 20}`);
  }
}

/** Resident memory over the last tenth of 2,000 renders of mixed size. */
export async function compareRenderMemory({ folder, programs, rounds }: Comparison): Promise<void> {
  const afterRenders = (program: string) => async () => {
    const place = join(folder, 'renders');
    const server = await startVitrine(place, ['icons', 'screen'], {}, program);
    await putPictures(server);
    const sizes = await sizesOver(server);
    await server.stop();
    await rm(place, { recursive: true });
    return median(sizes.slice(-sizes.length / 10)) / 1e6;
  };
  await compareNumbers('memory over 2,000 renders', 'MB', rounds, {
    before: afterRenders(programs.before),
    now: afterRenders(programs.now),
  });
}
