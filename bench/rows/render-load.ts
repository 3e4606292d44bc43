import { quantile } from '../medians.ts';
import { askMany } from '../render/ask-many.ts';
import { imagesPath, openRenderServer, screenId } from '../render/render-server.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';
import { measureRenderMemory } from './render-memory.ts';

const atOnce = 4;
const leastMeasured = 300;

/** What rendering does to the server: its memory over 2,000 renders, and others who ask meanwhile. */
export async function measureRenderLoad(stage: Stage): Promise<Measured> {
  const memory = await measureRenderMemory(stage);
  stage.say('Get file while images are rendered');
  const vitrine = await openRenderServer(stage, 'render-load');
  try {
    return { ...memory, rows: [...memory.rows, await measureLatency(vitrine, stage.calls)] };
  } finally {
    await vitrine.stop();
  }
}

/** Whole frames at scales from 0.2 to 1.2, none twice. */
const pathOfFrame = (number: number): string =>
  imagesPath('screen', { ids: [screenId], format: 'png', scale: Number((0.2 + number / 1e5).toFixed(5)) });

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
  let next = 0;
  const rendering = askMany(vitrine, atOnce, async (ask) => {
    await ask(pathOfFrame(next++));
    return !isOver;
  });
  const beside = await measure((count) => count >= calls);
  isOver = true;
  await rendering;
  const [ours, theirs] = [quantile(beside, 0.99), quantile(alone, 0.99)];
  return {
    work: 'Get file while every thread renders, latency at p99',
    reference: 'the same without renders',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: 3 },
  };
}
