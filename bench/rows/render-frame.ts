import { Resvg } from '@resvg/resvg-js';
import { renderNode } from '../../src/render/render-node.ts';
import type { ImageFormat, RenderEnvironment, RenderOptions } from '../../src/render/render-options.ts';
import { buildScene } from '../../src/render/scene/build-scene.ts';
import { createFontRegistry } from '../../src/render/text/font-registry.ts';
import { interleaved, median } from '../medians.ts';
import { type Browser, openBrowser } from '../render/browser.ts';
import { openLimit } from '../render/limit.ts';
import { screenImages, screenNode } from '../render/screen.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';

const source = { node: screenNode(), ancestors: [] };
const warmUps = 3;

const optionsOf = (format: ImageFormat, scale: number): RenderOptions => ({
  ...{ format, scale, contentsOnly: true, useAbsoluteBounds: false },
  ...{ svgOutlineText: true, svgIncludeId: false, svgIncludeNodeId: false, svgSimplifyStroke: true },
});

/** A frame of 1440 × 1024 px and 497 nodes in one thread, against the limit and two other renderers. */
export async function measureRenderFrame({ rounds, say }: Stage): Promise<Measured> {
  const images = await screenImages();
  const environment: RenderEnvironment = {
    fonts: createFontRegistry(),
    imageBytes: async (imageRef) => images.get(imageRef),
  };
  const browser = await openBrowser();
  const rows: Row[] = [];
  try {
    for (const scale of [1, 2]) {
      say(`A frame of 497 nodes as PNG at ${scale}x`);
      rows.push(...(await compareAt(scale, environment, browser, rounds)));
    }
    return { rows, facts: [] };
  } finally {
    await browser.close();
  }
}

async function compareAt(
  scale: number,
  environment: RenderEnvironment,
  browser: Browser,
  rounds: number,
): Promise<Row[]> {
  const scene = buildScene(source, optionsOf('png', scale), environment.fonts);
  if ('nothing' in scene) throw new Error('The frame is empty.');
  const svg = Buffer.from(await pictureOf(environment, optionsOf('svg', 1))).toString();
  const screenshot = await browser.openPage(scale);
  const contestants = {
    ours: timed(() => pictureOf(environment, optionsOf('png', scale))),
    limit: timed(await openLimit(scene, scale, environment)),
    resvg: timed(async () => resvgPng(svg, scale)),
    browser: timed(() => screenshot(svg)),
  };
  await interleaved(warmUps, contestants);
  const times = await interleaved(rounds, contestants);
  const ours = median(times.ours);
  const work = `Frame of 1440 × 1024, 497 nodes, PNG at ${scale}x`;
  const row = (reference: string, theirs: number, limit: Row['limit'], ratio: number): Row => ({
    ...{ work, reference, ours, theirs, ratio, limit, unit: 'ms' },
  });
  const [limit, resvg, chromium] = [median(times.limit), median(times.resvg), median(times.browser)];
  return [
    row('Skia raster of the finished list and `sharp`', limit, { atMost: 1.5 }, ours / limit),
    row('our SVG through `@resvg/resvg-js`', resvg, { atLeast: 7 }, resvg / ours),
    row('our SVG in headless Chromium, page reused', chromium, { atLeast: 4 }, chromium / ours),
  ];
}

async function pictureOf(environment: RenderEnvironment, options: RenderOptions): Promise<Uint8Array> {
  const rendering = await renderNode(source, options, environment);
  if ('nothing' in rendering) throw new Error(`Nothing was drawn: ${rendering.nothing}.`);
  return rendering.picture;
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
