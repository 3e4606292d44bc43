import { Resvg } from '@resvg/resvg-js';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import { interleaved, median } from '../medians.ts';
import { type Browser, openBrowser } from '../render/browser.ts';
import { type FrameTask, type FrameThreads, openFrameThreads } from '../render/frame-threads.ts';
import { frameSvg } from '../render/picture.ts';
import { screenImages } from '../render/screen.ts';
import { type Fact, type Row, rounded } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';

/** As many as the server has on two cores. */
const threadCount = 2;
/** Pictures of a thread in one round. */
const drawnAtOnce = 6;
/** Beside the limit, by scale: what does not grow with the pixels counts less at the larger one. */
const mostBesideLimit: Readonly<Record<number, number>> = { 1: 1.2, 2: 1.1 };
/** Until V8 has compiled what it will. */
const warmUpPictures = 40;
const referenceWarmUps = 2;

/** A frame of 1440 × 1024 px and 497 nodes in two threads, against the limit and two other renderers. */
export async function measureRenderFrame({ rounds, say }: Stage): Promise<Measured> {
  const images = await screenImages();
  const svg = await frameSvg({
    fonts: createFontRegistry(),
    imageBytes: async (imageRef) => images.get(imageRef),
  });
  const threads = openFrameThreads(threadCount);
  const browser = await openBrowser();
  const found: Measured[] = [];
  try {
    for (const scale of [1, 2]) {
      say(`A frame of 497 nodes as PNG at ${scale}x`);
      found.push(await compareAt(scale, threads, svg, browser, rounds));
    }
    return { rows: found.flatMap(({ rows }) => rows), facts: found.flatMap(({ facts }) => facts) };
  } finally {
    await browser.close();
    await threads.close();
  }
}

async function compareAt(
  scale: number,
  threads: FrameThreads,
  svg: string,
  browser: Browser,
  rounds: number,
): Promise<Measured> {
  const screenshot = await browser.openPage(scale);
  const drawing = (work: FrameTask['work'], count: number, of: number) => () =>
    threads.eachPicture({ work, scale, count }, of);
  const references = {
    resvg: timed(async () => resvgPng(svg, scale)),
    browser: timed(() => screenshot(svg)),
  };
  await drawing('ours', warmUpPictures, threadCount)();
  await drawing('limit', drawnAtOnce, threadCount)();
  await interleaved(referenceWarmUps, references);
  const times = await interleaved(rounds, {
    ours: drawing('ours', drawnAtOnce, threadCount),
    limit: drawing('limit', drawnAtOnce, threadCount),
    oursAlone: drawing('ours', drawnAtOnce, 1),
    unseenAlone: drawing('unseen', drawnAtOnce, 1),
    limitAlone: drawing('limit', drawnAtOnce, 1),
    ...references,
  });
  const each = (name: keyof typeof times): number => median(times[name]);
  return { rows: rowsOf(scale, each), facts: aloneFacts(scale, each) };
}

type Each = (
  name: 'ours' | 'limit' | 'oursAlone' | 'unseenAlone' | 'limitAlone' | 'resvg' | 'browser',
) => number;

/** Beside other renderers one of each: as many as cores of both would be the same ratio. */
function rowsOf(scale: number, each: Each): Row[] {
  const atMost = mostBesideLimit[scale] as number;
  const frame = `Frame of 1440 × 1024, 497 nodes, PNG at ${scale}x`;
  const besideOther = (reference: string, name: 'resvg' | 'browser', atLeast: number): Row => ({
    ...{ work: `${frame}, one thread`, reference, ours: each('oursAlone'), theirs: each(name), unit: 'ms' },
    ...{ ratio: each(name) / each('oursAlone'), limit: { atLeast } },
  });
  return [
    {
      work: `${frame}, two threads, for each picture`,
      reference: 'Skia raster of the finished list and `sharp`, two threads',
      ...{ ours: each('ours'), theirs: each('limit'), ratio: each('ours') / each('limit') },
      ...{ limit: { atMost }, unit: 'ms' },
    },
    besideOther('our SVG through `@resvg/resvg-js`, one picture', 'resvg', 5),
    besideOther('our SVG in headless Chromium, one picture, page reused', 'browser', 4),
  ];
}

/** The same in one thread, where the other core helps with nothing but the encoding. */
function aloneFacts(scale: number, each: Each): Fact[] {
  const besideLimit = (name: 'oursAlone' | 'unseenAlone') =>
    `${rounded(each(name))} ms, ${rounded(each(name) / each('limitAlone'))} × the limit in one thread`;
  return [
    { name: `The frame at ${scale}x in one thread`, value: besideLimit('oursAlone') },
    { name: `The same with texts that were never drawn before`, value: besideLimit('unseenAlone') },
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
