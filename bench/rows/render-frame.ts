import { Resvg } from '@resvg/resvg-js';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import { interleaved, median } from '../medians.ts';
import { type Browser, openBrowser } from '../render/browser.ts';
import {
  type FrameProcesses,
  type FrameTask,
  openFrameProcesses,
  type PictureTime,
} from '../render/frame-processes.ts';
import { frameSvg } from '../render/picture.ts';
import { screenImages } from '../render/screen.ts';
import { type Fact, type Row, rounded } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';

/** As many as the server has on two cores. */
const processCount = 2;
/** Pictures of a process in one turn: few, so that ours and the limit meet the same moments of the machine. */
const drawnAtOnce = 3;
/** Turns of ours and of the limit in one round of the others. */
const turnsInRound = 5;
/** Beside the limit, by scale: what does not grow with the pixels counts less at the larger one. */
const mostBesideLimit: Readonly<Record<number, number>> = { 1: 1.2, 2: 1.1 };
/** Of a process at 1x, until V8 has compiled what it will: from the 40th to the 100th, a picture still becomes 4 % faster. */
const warmUpPictures = 100;
const referenceWarmUps = 2;

/** A frame of 1440 × 1024 px and 497 nodes in two processes, against the limit and two other renderers. */
export async function measureRenderFrame({ rounds, say }: Stage): Promise<Measured> {
  const images = await screenImages();
  const svg = await frameSvg({
    fonts: createFontRegistry(),
    imageBytes: async (imageRef) => images.get(imageRef),
  });
  // What the server starts its processes with costs some time and is ours; the limit does without.
  const drawers: Drawers = {
    ours: openFrameProcesses(processCount, 'served'),
    limit: openFrameProcesses(processCount, 'plain'),
  };
  const browser = await openBrowser();
  const found: Measured[] = [];
  try {
    for (const scale of [1, 2]) {
      say(`A frame of 497 nodes as PNG at ${scale}x`);
      found.push(await compareAt(scale, drawers, svg, browser, rounds));
    }
    return { rows: found.flatMap(({ rows }) => rows), facts: found.flatMap(({ facts }) => facts) };
  } finally {
    await browser.close();
    drawers.ours.close();
    drawers.limit.close();
  }
}

type Drawers = Readonly<Record<'ours' | 'limit', FrameProcesses>>;

async function compareAt(
  scale: number,
  drawers: Drawers,
  svg: string,
  browser: Browser,
  rounds: number,
): Promise<Measured> {
  const screenshot = await browser.openPage(scale);
  const drawing = (work: FrameTask['work'], of: number, count: number = drawnAtOnce) => {
    const { eachPicture } = drawers[work === 'limit' ? 'limit' : 'ours'];
    return () => eachPicture({ work, scale, count }, of);
  };
  const references = {
    resvg: timed(async () => resvgPng(svg, scale)),
    browser: timed(() => screenshot(svg)),
  };
  await drawing('ours', processCount, Math.ceil(warmUpPictures / scale ** 2))();
  await drawing('limit', processCount)();
  await interleaved(referenceWarmUps, references);
  const together = await interleaved(rounds * turnsInRound, {
    ours: drawing('ours', processCount),
    limit: drawing('limit', processCount),
  });
  const alone = await interleaved(rounds, {
    ours: drawing('ours', 1),
    unseen: drawing('unseen', 1),
    limit: drawing('limit', 1),
  });
  const ours = async () => (await drawing('ours', 1)()).clockMs;
  const others = await interleaved(rounds, { ours, ...references });
  return {
    rows: [besideLimit(scale, together), ...besideOthers(scale, others)],
    facts: [clockFact(scale, together), ...aloneFacts(scale, alone)],
  };
}

type Times<Name extends string> = Readonly<Record<Name, readonly PictureTime[]>>;

const middle = (times: readonly PictureTime[], of: keyof PictureTime): number =>
  median(times.map((time) => time[of]));

const workAt = (scale: number): string => `Frame of 1440 × 1024, 497 nodes, PNG at ${scale}x`;

function besideLimit(scale: number, times: Times<'ours' | 'limit'>): Row {
  const [ours, theirs] = [middle(times.ours, 'cpuMs'), middle(times.limit, 'cpuMs')];
  return {
    work: `${workAt(scale)}, two processes, processor time of a picture`,
    reference: 'Skia raster of the finished list and `sharp`, two processes',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: mostBesideLimit[scale] as number },
  };
}

/** Beside other renderers one of each: as many as cores of both would be the same ratio. */
function besideOthers(
  scale: number,
  times: Readonly<Record<'ours' | 'resvg' | 'browser', readonly number[]>>,
): Row[] {
  const ours = median(times.ours);
  const beside = (reference: string, name: 'resvg' | 'browser', atLeast: number): Row => {
    const theirs = median(times[name]);
    const row = { ours, theirs, ratio: theirs / ours, unit: 'ms', limit: { atLeast } };
    return { work: `${workAt(scale)}, one process`, reference, ...row };
  };
  return [
    beside('our SVG through `@resvg/resvg-js`, one picture', 'resvg', 5),
    beside('our SVG in headless Chromium, one picture, page reused', 'browser', 4),
  ];
}

function clockFact(scale: number, times: Times<'ours' | 'limit'>): Fact {
  const [ours, theirs] = [middle(times.ours, 'clockMs'), middle(times.limit, 'clockMs')];
  return {
    name: `The frame at ${scale}x in two processes by the clock, which other work disturbs`,
    value: `${rounded(ours)} ms beside ${rounded(theirs)} ms, ${rounded(ours / theirs)} ×`,
  };
}

/** The same in one process, where the other core helps with nothing but the encoding. */
function aloneFacts(scale: number, times: Times<'ours' | 'unseen' | 'limit'>): Fact[] {
  const value = (name: 'ours' | 'unseen'): string => {
    const ours = middle(times[name], 'cpuMs');
    return `${rounded(ours)} ms, ${rounded(ours / middle(times.limit, 'cpuMs'))} × the limit in one process`;
  };
  return [
    { name: `The frame at ${scale}x in one process, processor time`, value: value('ours') },
    { name: 'The same with texts that were never drawn before', value: value('unseen') },
  ];
}

const resvgPng = (svg: string, scale: number): Uint8Array =>
  new Resvg(svg, { fitTo: { mode: 'zoom', value: scale }, font: { loadSystemFonts: false } })
    .render()
    .asPng();

const timed = (work: () => Promise<unknown>) => async (): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};
