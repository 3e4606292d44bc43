import { paintItems } from './canvas/paint-item.ts';
import { type Painter, vectorDensity } from './canvas/target.ts';
import { encodeJpg } from './encode-jpg.ts';
import { encodePng } from './encode-png.ts';
import { cache, pool, runs, shelf, withKept } from './kept-caches.ts';
import { renderPdf } from './pdf/render-pdf.ts';
import { longestSides, type PictureSize, pictureSize, scaleWithin, wholeUp } from './picture-size.ts';
import { freePixels, type Pixels } from './pixels.ts';
import { type PictureImages, prepareImages } from './prepare-images.ts';
import {
  contentTypes,
  type RenderEnvironment,
  type Rendering,
  type RenderOptions,
} from './render-options.ts';
import { renderRaster } from './render-raster.ts';
import { buildScene } from './scene/build-scene.ts';
import type { Scene, SceneReport } from './scene/scene.ts';
import type { Nothing, SceneOptions, SceneSource } from './scene/scene-source.ts';
import { withOverlappingContent } from './scene/scene-with-overlapping-content.ts';
import { leavesOf } from './scene-paints.ts';
import { SvgSizeError } from './svg/svg-sheet.ts';
import type { FontRegistry } from './text/font-registry.ts';

type Drawn = Omit<Extract<Rendering, { picture: unknown }>, 'contentType' | 'picture'> & {
  readonly picture: Uint8Array | Pixels;
};

/** The resolution that a picture declares. */
const sizeOf = ({ width, height, scale, scaledDown: reason }: PictureSize) => ({
  width,
  height,
  ...(reason && { scaledDown: { scale, reason } }),
});

/** Read when the first is asked for: the first tile after a start does without. */
let svg: (typeof import('./svg/write-svg.ts') & typeof import('./svg/letters-left-out.ts')) | undefined;

/** Kept here: Node takes 10 to 30 µs to find again what was imported. */
async function svgWriter(): Promise<NonNullable<typeof svg>> {
  svg ??= { ...(await import('./svg/write-svg.ts')), ...(await import('./svg/letters-left-out.ts')) };
  return svg;
}

async function draw(
  scene: Scene,
  options: RenderOptions,
  images: PictureImages,
): Promise<Omit<Drawn, 'report'>> {
  const { format, longestSidePx = Number.POSITIVE_INFINITY } = options;
  if (format === 'svg') {
    const { writeSvg } = await svgWriter();
    const [width, height] = [wholeUp(scene.size.width), wholeUp(scene.size.height)];
    return { picture: Buffer.from(writeSvg(scene, options, images.asUploaded)), width, height };
  }
  const painter: Painter = { pool, images: images.unpacked, glyphPictures: images.glyphs, runs, paintItems };
  // A px of the design is a point of a PDF; what can't be said in vectors has pixels there too.
  const scale = format === 'pdf' ? 1 : scaleWithin(scene.size, options.scale, longestSidePx);
  const size = pictureSize(scene.size, scale, longestSides[format]);
  const picture = format === 'pdf' ? renderPdf(painter, scene, size) : renderRaster(painter, scene, size);
  return { picture, ...sizeOf(size) };
}

/** Scenes of sources that are kept, as they were asked for last. */
const scenes = new WeakMap<
  SceneSource,
  { scene: Scene | Nothing; options: SceneOptions; fonts: FontRegistry }
>();

/** Formats and sizes of a node are drawn from one scene. */
function knownScene(
  source: SceneSource,
  options: SceneOptions,
  fonts: FontRegistry,
): Scene | Nothing | undefined {
  const known = scenes.get(source);
  if (known === undefined || known.fonts !== fonts) return undefined;
  const { useAbsoluteBounds, wholeBaselines } = known.options;
  const isSame = useAbsoluteBounds === options.useAbsoluteBounds && wholeBaselines === options.wholeBaselines;
  return isSame ? known.scene : undefined;
}

/** The scene of a node, with the content that overlaps it where that is asked for. */
async function sceneOf(
  source: SceneSource,
  options: RenderOptions,
  { fonts }: RenderEnvironment,
): Promise<Scene | Nothing> {
  const scene =
    knownScene(source, options, fonts) ?? (await fonts.settle(() => buildScene(source, options, fonts)));
  if (source.isKept === true) scenes.set(source, { scene, options, fonts });
  const { page } = source;
  if ('nothing' in scene || options.contentsOnly || page === undefined) return scene;
  return withOverlappingContent(scene, page, async (part) => {
    const built = await shelf.built(part, page, options, fonts);
    shelf.trim();
    return built;
  });
}

async function lettersOutOfSvg(scene: Scene, options: RenderOptions): Promise<SceneReport['notDrawn']> {
  const { lettersLeftOut } = await svgWriter();
  return lettersLeftOut(leavesOf(scene), options);
}

/** All but the encoding: the scene is garbage by then, so that the collector has little to keep. */
async function drawNode(
  source: SceneSource,
  options: RenderOptions,
  environment: RenderEnvironment,
): Promise<Drawn | Nothing> {
  const scene = await sceneOf(source, options, environment);
  if ('nothing' in scene) return scene;
  const { format, scale } = options;
  // What a PDF holds in pixels has some more than its px.
  const drawnAt = { format, scale: format === 'pdf' ? vectorDensity : scale };
  const images = await prepareImages(scene, drawnAt, environment, cache);
  const { substitutions, notDrawn } = scene.report;
  const letters = format === 'svg' ? await lettersOutOfSvg(scene, options) : [];
  const report = { substitutions, notDrawn: [...notDrawn, ...images.notDrawn, ...letters] };
  try {
    return { ...(await draw(scene, options, images)), report };
  } catch (error) {
    if (!(error instanceof SvgSizeError)) throw error;
    return { nothing: 'nothing to draw', notDrawn: [{ nodeId: scene.root.id, reason: error.message }] };
  }
}

async function encode(pixels: Pixels, { format }: RenderOptions): Promise<Uint8Array> {
  const picture = await (format === 'png' ? encodePng(pixels) : encodeJpg(pixels));
  freePixels(pixels);
  return picture;
}

/**
 * Draws a node in the format that is asked for, or says why there is nothing to draw. The same bytes come out every
 * time and in every thread.
 */
export const renderNode = (
  source: SceneSource,
  options: RenderOptions,
  environment: RenderEnvironment,
): Promise<Rendering> =>
  withKept(async () => {
    const drawn = await drawNode(source, options, environment);
    if ('nothing' in drawn) return drawn;
    const picture = 'bytes' in drawn.picture ? await encode(drawn.picture, options) : drawn.picture;
    return { ...drawn, picture, contentType: contentTypes[options.format] };
  }, isSmall);

/** Drawn on a canvas of 590 KB at the most; what a PDF holds in pixels is not told by its size. */
const isSmall = (rendering: Rendering): boolean =>
  'picture' in rendering &&
  rendering.contentType !== contentTypes.pdf &&
  rendering.width * rendering.height <= mostSmallPixels;

const mostSmallPixels = 96 * 96;
