import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateDocument } from '../big-document.ts';
import { installedProgram } from '../installed.ts';
import { median } from '../medians.ts';
import { memoryOfAll } from '../processes.ts';
import { type Row, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const design = { nodes: 28_000, approximateBytes: 19_000_000 };
/** Nothing is asked of the server for so long before it is looked at. */
const restMs = 20_000;
const mostRounds = 3;

/** Resident memory of the program as it is installed, with all that it starts, whenever it has nothing to do. */
export async function measureMemory(stage: Stage): Promise<Measured> {
  stage.say('Memory at rest');
  const program = await installedProgram(stage);
  const folder = join(stage.folder, 'memory-at-rest');
  await fill(folder, program);
  const found: Rests[] = [];
  for (let round = 0; round < (stage.rounds < mostRounds * 2 ? 1 : mostRounds); round++)
    found.push(await restsOf(folder, program));
  if (found.some(({ started }) => started === 0))
    return { rows: [], facts: [], leftOut: ['/proc does not tell memory here, so that at rest is missing.'] };
  const of = (rest: keyof Rests): number => median(found.map((each) => each[rest])) / 1e6;
  return {
    rows: [
      row('Resident memory at rest, started on an existing folder', of('started'), 110),
      row('Resident memory at rest, after importing and serving 19 MB', of('served'), 170),
    ],
    facts: [],
  };
}

/** Bytes at rest, before and after work; 0 where the system does not tell. */
interface Rests {
  readonly started: number;
  readonly served: number;
}

async function restsOf(folder: string, program: string): Promise<Rests> {
  const vitrine = await startVitrine(folder, undefined, {}, program);
  try {
    const started = await atRest(vitrine);
    await importDesign(vitrine);
    await serve(vitrine);
    return { started, served: await atRest(vitrine) };
  } finally {
    await vitrine.stop();
  }
}

/** All that an import is followed by is done before the server stops. */
async function fill(folder: string, program: string): Promise<void> {
  const vitrine = await startVitrine(folder, ['design'], {}, program);
  await importDesign(vitrine);
  await atRest(vitrine);
  await vitrine.stop();
}

const importDesign = (vitrine: Vitrine): Promise<number> =>
  putContent(vitrine, 'design', generateDocument(design));

/** Whole, compressed and in parts, as those ask who work with a file. */
async function serve({ client }: Vitrine): Promise<void> {
  const path = '/v1/files/design';
  for (let round = 0; round < 10; round++) {
    await askWell(client, path);
    await askWell(client, path, { headers: { 'accept-encoding': 'gzip' } });
    await askWell(client, `${path}?depth=2`);
    for (let frame = 0; frame < 20; frame++) await askWell(client, `${path}/nodes?ids=13:${frame * 20}`);
  }
}

async function atRest({ pid }: Vitrine): Promise<number> {
  await sleep(restMs);
  return memoryOfAll(pid);
}

const row = (work: string, ours: number, most: number): Row => rowWithin(work, ours, most, 'MB');
