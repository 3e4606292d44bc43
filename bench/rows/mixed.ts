import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quantile } from '../medians.ts';
import { type MixedPlaces, mixedCalls } from '../mixed-calls.ts';
import type { MixedLoad, MixedOutcome } from '../mixed-client.ts';
import { cpuSecondsOfAll, runToEnd } from '../processes.ts';
import { fileAnswer } from '../render/node-json.ts';
import { iconIds, imagesPath } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import { type Fact, type Row, rounded } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, type Vitrine } from '../vitrine.ts';
import { openWorkspace } from './lists.ts';

const clients = 30;
const cores = 2;
/** So many times as long as other loads: ten minutes. */
const timesAsLong = 20;
export const mixedPlaces: MixedPlaces = {
  large: 'file0',
  small: 'file1',
  icons: 'file2',
  library: 'library0',
  team: '100',
  project: '1000',
  iconIds,
};
const work = `${clients} clients over ${mixedCalls.length} operations that read, a fifth of it images`;

/** Thirty clients that read what people and programs read, all at once; the same without images beside it. */
export async function measureMixed(stage: Stage): Promise<Measured> {
  stage.say('Making a workspace for the mixed load');
  const size = { files: 100, libraries: 10 };
  const vitrine = await openWorkspace(join(stage.folder, 'mixed'), size, {});
  try {
    await fill(vitrine, stage);
    await play(stage, vitrine, { seconds: stage.seconds, withImages: true });
    const without = await play(stage, vitrine, { seconds: 2 * stage.seconds, withImages: false });
    const mixed = await play(stage, vitrine, { seconds: timesAsLong * stage.seconds, withImages: true });
    return {
      rows: rowsOf(mixed, without),
      facts: [factOf('Mixed load', mixed), factOf('The same without images', without), slowest(mixed)],
    };
  } finally {
    await vitrine.stop();
  }
}

/** The designs; the icons are drawn once, as those that are asked for again and again are. */
async function fill(vitrine: Vitrine, { documents }: Stage): Promise<void> {
  await putContent(vitrine, mixedPlaces.large, documents.big);
  await putContent(vitrine, mixedPlaces.small, documents.small);
  await putContent(vitrine, mixedPlaces.icons, fileAnswer('Icons', iconNodes(iconIds.length)));
  await askWell(vitrine.client, imagesPath(mixedPlaces.icons, { ids: iconIds, format: 'png', scale: 2 }));
}

interface Played {
  readonly all: readonly number[];
  readonly byCall: MixedOutcome['times'];
  readonly perSecond: number;
  /** Processor time of the server and what draws for it, for an answer. */
  readonly cpuMs: number;
  readonly failures: readonly string[];
}

async function play(
  { say, folder }: Stage,
  { url, headers, pid }: Vitrine,
  { seconds, withImages }: Pick<MixedLoad, 'seconds' | 'withImages'>,
): Promise<Played> {
  say(`Mixed load ${withImages ? 'with' : 'without'} images, ${seconds} s`);
  const caPath = join(folder, 'mixed', 'data', 'tls', 'ca.pem');
  const asked = { ...headers, 'accept-encoding': 'gzip' };
  const load: MixedLoad = { url, caPath, headers: asked, places: mixedPlaces, clients, seconds, withImages };
  const client = fileURLToPath(new URL('../mixed-client.ts', import.meta.url));
  const before = cpuSecondsOfAll(pid);
  const outcome = JSON.parse(
    await runToEnd(process.execPath, [client, JSON.stringify(load)]),
  ) as MixedOutcome;
  const cpuSeconds = cpuSecondsOfAll(pid) - before;
  const all = Object.values(outcome.times).flat();
  return {
    all,
    byCall: outcome.times,
    perSecond: all.length / outcome.seconds,
    cpuMs: (cpuSeconds * 1000) / all.length,
    failures: outcome.failures,
  };
}

function rowsOf(mixed: Played, without: Played): Row[] {
  const p99 = (of: Played) => quantile(of.all, 0.99);
  const speed = (of: Played) => (cores * 1000) / of.cpuMs;
  const row = (name: string, ours: number, theirs: number, more: Pick<Row, 'unit' | 'limit'>): Row => ({
    work: `${work}: ${name}`,
    reference: 'the same without images',
    ours,
    theirs,
    ratio: ours,
    absolute: true,
    ...more,
  });
  return [
    row(`what ${cores} cores of processor time answer`, speed(mixed), speed(without), {
      unit: 'requests/s',
      limit: { atLeast: 1000 },
    }),
    row('latency at p99', p99(mixed), p99(without), { unit: 'ms', limit: { atMost: 50 } }),
    row('calls that failed', mixed.failures.length, without.failures.length, {
      unit: 'calls',
      limit: { atMost: 0 },
    }),
  ];
}

const factOf = (name: string, { all, cpuMs, perSecond, failures }: Played): Fact => ({
  name,
  value:
    `${all.length} answers, ${rounded(cpuMs)} ms of processor time each, ${rounded(perSecond)} requests/s beside the ` +
    `client, p50 ${rounded(quantile(all, 0.5))} ms, p99 ${rounded(quantile(all, 0.99))} ms` +
    `${failures[0] === undefined ? '' : `; the first failure: ${failures[0]}`}`,
});

const slowest = ({ byCall }: Played): Fact => ({
  name: 'Mixed load, p99 by call',
  value: Object.entries(byCall)
    .map(([name, times]): [string, number] => [name, quantile(times, 0.99)])
    .sort(([, one], [, other]) => other - one)
    .map(([name, p99]) => `${name} ${rounded(p99)} ms`)
    .join(', '),
});
