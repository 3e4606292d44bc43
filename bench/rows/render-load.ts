import { askWell, openClient } from '../ask.ts';
import { median, quantile } from '../medians.ts';
import { memoryOf } from '../processes.ts';
import { addressesIn, iconIds, imagesPath, openRenderServer, screenId } from '../render/render-server.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import type { Vitrine } from '../vitrine.ts';

const renders = 2000;
const atOnce = 4;
const leastMeasured = 300;

/** What rendering does to the server: its memory over 2,000 renders, and others who ask meanwhile. */
export async function measureRenderLoad(stage: Stage): Promise<Measured> {
  const vitrine = await openRenderServer(stage, 'render-load');
  try {
    stage.say(`Memory over ${renders} renders`);
    const memory = await measureMemory(vitrine);
    stage.say('Get file while images are rendered');
    const rows = [await measureLatency(vitrine, stage.calls)];
    if (memory === undefined)
      return {
        rows,
        facts: [],
        leftOut: ['/proc does not tell memory here, so that of renders is missing.'],
      };
    return { rows: [memory, ...rows], facts: [] };
  } finally {
    await vitrine.stop();
  }
}

/** Every twentieth is the whole frame; sizes from 0.2 to 1.2 come in turn, and none is asked for twice. */
function pathOfRender(number: number): string {
  const share = (number * 37) % renders;
  const scale = (0.2 + share / renders + Math.floor(number / renders) / 1e5).toFixed(5);
  const isScreen = number % 20 === 0;
  const [key, id] = isScreen ? ['screen', screenId] : ['icons', iconIds[number % iconIds.length]!];
  return imagesPath(key, { ids: [id], format: 'png', scale: Number(scale) });
}

/** After as many whole frames as are among the renders, so that pools and caches are as full as they get. */
async function measureMemory(vitrine: Vitrine): Promise<Row | undefined> {
  const sizes: number[] = [];
  let warmUp = 2 * renders;
  await asMany(vitrine, atOnce, async (ask) => {
    warmUp += 20;
    await ask(pathOfRender(warmUp));
    return warmUp < 3 * renders;
  });
  let next = 0;
  await asMany(vitrine, atOnce, async (ask) => {
    if (next >= renders) return false;
    const path = pathOfRender(next++);
    await ask(path);
    sizes.push(memoryOf(vitrine.pid)?.nowBytes ?? 0);
    return true;
  });
  if (sizes.includes(0)) return undefined;
  const tenth = renders / 10;
  const [ours, theirs] = [median(sizes.slice(-tenth)) / 1e6, median(sizes.slice(0, tenth)) / 1e6];
  return {
    work: 'Resident memory over 2,000 renders of mixed size, last tenth',
    reference: 'the first tenth',
    ...{ ours, theirs, ratio: ours / theirs, unit: 'MB', limit: { atMost: 1.1 } },
  };
}

async function measureLatency(vitrine: Vitrine, calls: number): Promise<Row> {
  const getFile = async () => (await askWell(vitrine.client, '/v1/files/small')).milliseconds;
  const measure = async (isDone: (count: number) => boolean) => {
    const times: number[] = [];
    while (!isDone(times.length)) times.push(await getFile());
    return times;
  };
  await measure((count) => count >= leastMeasured);
  const alone = await measure((count) => count >= calls);
  let isOver = false;
  let next = 3 * renders;
  const rendering = asMany(vitrine, atOnce, async (ask) => {
    next += 20;
    await ask(pathOfRender(next));
    return !isOver;
  });
  const beside = await measure((count) => count >= calls);
  isOver = true;
  await rendering;
  const [ours, theirs] = [quantile(beside, 0.99), quantile(alone, 0.99)];
  return {
    work: 'Get file while every thread renders, latency at p99',
    reference: 'the same without renders',
    ...{ ours, theirs, ratio: ours / theirs, unit: 'ms', limit: { atMost: 3 } },
  };
}

/** Over some connections at once, until each is told that it is enough. */
async function asMany(
  { url, ca, headers }: Vitrine,
  connections: number,
  turn: (ask: (path: string) => Promise<void>) => Promise<boolean>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = openClient(url, ca, headers);
      const ask = async (path: string) => void addressesIn(await askWell(client, path));
      while (await turn(ask));
      client.close();
    }),
  );
}
