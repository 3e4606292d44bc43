import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { Coverage } from './canvas/coverage.ts';
import { black, box, frame, group, solid, white } from './canvas/drawn.suite.ts';
import type { Region } from './canvas/paint-region.ts';
import {
  folder,
  fonts,
  imageBytes,
  levelsApart,
  pageNode,
  pageOf,
  paper,
  pixelsOf,
} from './drawn-regions.suite.ts';
import { renderRegion } from './render-region.ts';
import { boundsOnPage, partsOf } from './scene/page-parts.ts';
import type { NodeJson, PageSource } from './scene/scene-source.ts';

const features = globSync('*/node.json', { cwd: folder })
  .map((path) => basename(dirname(path)))
  .sort();

/** Much smaller than tiles are, so that many things lie across their edges. */
const sidePx = 64;

/** The tiles that a page takes, with those around it. */
function tilesAround(node: NodeJson, scale: number): Region {
  const bounds = boundsOnPage(node)!;
  const from = (edge: number) => (Math.floor((edge * scale) / sidePx) - 1) * sidePx;
  const to = (edge: number) => (Math.ceil((edge * scale) / sidePx) + 1) * sidePx;
  const [left, top] = [from(bounds.left), from(bounds.top)];
  return { left, top, width: to(bounds.right) - left, height: to(bounds.bottom) - top, scale };
}

/** The same pixels, tile by tile. */
async function inTiles(page: PageSource, whole: Region): Promise<Buffer> {
  const joined = Buffer.alloc(3 * whole.width * whole.height);
  for (let y = 0; y < whole.height; y += sidePx)
    for (let x = 0; x < whole.width; x += sidePx) {
      const [left, top] = [whole.left + x, whole.top + y];
      const tile = await pixelsOf(page, { ...whole, left, top, width: sidePx, height: sidePx });
      for (let row = 0; row < sidePx; row += 1)
        tile.copy(joined, 3 * ((y + row) * whole.width + x), 3 * row * sidePx, 3 * (row + 1) * sidePx);
    }
  return joined;
}

interface Difference {
  /** Of a channel, 0 to 255. */
  readonly most: number;
  /** Of pixels that are off by more than two levels. */
  readonly share: number;
}

function differenceOf(one: Buffer, other: Buffer): Difference {
  const levels = Array.from({ length: one.length / 3 }, (_, at) =>
    Math.max(...[0, 1, 2].map((channel) => Math.abs(one[3 * at + channel]! - other[3 * at + channel]!))),
  );
  return {
    most: levels.reduce((most, level) => Math.max(most, level), 0),
    share: levels.filter((level) => level > 2).length / levels.length,
  };
}

describe('tiles put together show what a region shows as a whole:', () => {
  // The library draws a curve that its canvas cuts with other chords: an edge is off by a part of its contrast, in few
  // pixels. These tiles are an eighth as wide as those of the viewer, so nearly every curve is cut.
  const edges = { most: 72, share: 0.005 };
  /** What would show a seam, were a tile to forget what lies beside it. */
  const seamless = new Set([
    'background-blur',
    'glass',
    'layer-blur',
    'progressive-blur',
    'drop-shadow',
    'inner-shadow',
    'noise',
    'shadow-behind',
    'shadow-blend-mode',
    'shadow-of-group',
    'shadow-spread',
    'texture',
    'pattern-paint',
    'image-fill',
    'image-filters',
    'image-tile',
    'opacity',
    'blend-modes',
    'group-opacity',
    'mask-alpha',
  ]);
  const effects = { most: 12, share: 0.0005 };

  it.each(features)('%s', async (feature) => {
    const { node, others } = JSON.parse(readFileSync(join(folder, feature, 'node.json'), 'utf8'));
    const page = pageOf([node], others);
    for (const scale of [0.5, 1, 2]) {
      const region = tilesAround(node, scale);
      const { most, share } = differenceOf(await pixelsOf(page, region), await inTiles(page, region));
      const allowed = seamless.has(feature) ? effects : edges;
      expect(most, `at ${scale}`).toBeLessThanOrEqual(allowed.most);
      expect(share, `at ${scale}`).toBeLessThanOrEqual(allowed.share);
    }
  });

  it('tiles put together show what two background blurs above it blur', async () => {
    const stripes = Array.from({ length: 20 }, (_, place) =>
      box(20 * place, 0, 10, 400, { fills: [solid(black)] }),
    );
    const glass = { type: 'BACKGROUND_BLUR', visible: true, radius: 24 };
    const pane = (x: number) =>
      box(x, 40, 150, 300, { effects: [glass], fills: [solid(white, { opacity: 0.2 })] });
    const page = pageOf([...stripes, pane(60), pane(130)]);
    const region = { left: 0, top: 0, width: 384, height: 384, scale: 1 };
    const { most } = differenceOf(await pixelsOf(page, region), await inTiles(page, region));
    expect(most).toBeLessThanOrEqual(2);
  });
});

/** A tile and, of the same place, what it would show were it a pixel larger on each side. */
async function drawTile(page: PageSource, tile: Region) {
  const larger = { ...tile, left: tile.left - 1, top: tile.top - 1, width: sidePx + 2, height: sidePx + 2 };
  return {
    own: { ...tile, pixels: await pixelsOf(page, tile) },
    larger: { ...larger, pixels: await pixelsOf(page, larger) },
  };
}

async function seamsOf(page: PageSource, { left, top, width, height, scale }: Region): Promise<number> {
  const columns = width / sidePx;
  const tiles = Array.from({ length: columns * (height / sidePx) }, (_, place) => ({
    left: left + (place % columns) * sidePx,
    top: top + Math.floor(place / columns) * sidePx,
    width: sidePx,
    height: sidePx,
    scale,
  }));
  const drawn: Awaited<ReturnType<typeof drawTile>>[] = [];
  for (const tile of tiles) drawn.push(await drawTile(page, tile));
  const isBeside = (one: Region, other: Region) =>
    Math.abs(one.left - other.left) + Math.abs(one.top - other.top) === sidePx;
  const seams = drawn.flatMap(({ own, larger }) =>
    drawn.filter((other) => isBeside(own, other.own)).map((other) => levelsApart(larger, other.own)),
  );
  return Math.max(...seams);
}

describe('two tiles agree within two levels on what lies at their border:', () => {
  it.each(features)('%s', async (feature) => {
    const { node, others } = JSON.parse(readFileSync(join(folder, feature, 'node.json'), 'utf8'));
    for (const scale of [1, 2, 4])
      expect(
        await seamsOf(pageOf([node], others), tilesAround(node, scale)),
        `at ${scale}`,
      ).toBeLessThanOrEqual(2);
  });

  it.each(['MULTIPLY', 'LINEAR_BURN', 'LINEAR_DODGE', 'DIFFERENCE'])(
    'a large circle that is blended by %s',
    async (blendMode) => {
      const fills = [solid({ r: 0.2, g: 0.3, b: 0.8, a: 1 })];
      const circle = { ...box(10.3, 7.7, 400, 400, { fills, blendMode }), type: 'ELLIPSE' };
      const corner = { left: 0, top: 0, width: 192, height: 448, scale: 1 };
      expect(await seamsOf(pageOf([circle]), corner)).toBeLessThanOrEqual(2);
    },
  );
});

describe('two tiles agree within two levels on curves that look like what lies below them:', () => {
  const fills = [solid({ r: 0.2, g: 0.3, b: 0.8, a: 1 })];
  const place = (more: object) => box(10.3, 7.7, 400, 400, { fills, ...more });
  const shadow = { visible: true, radius: 12, color: black, offset: { x: 20, y: 20 }, blendMode: 'MULTIPLY' };
  const darker = solid(black, { opacity: 0.4, blendMode: 'MULTIPLY' });
  const blended = box(0, 0, 500, 500, { fills, blendMode: 'MULTIPLY' });
  const round = { type: 'FRAME', clipsContent: true, cornerRadius: 180 };
  const mask = place({ type: 'ELLIPSE', isMask: true, maskType: 'VECTOR' });
  const stripes = Array.from({ length: 9 }, (_, row) =>
    box(0, 50 * row, 500, 25, { fills: [solid({ r: 0.9, g: 0.3, b: 0.2, a: 1 })] }),
  );

  it.each<[name: string, node: NodeJson]>([
    ['an ellipse of two paints, one blended', place({ type: 'ELLIPSE', fills: [...fills, darker] })],
    [
      'an ellipse with a blended shadow',
      place({ type: 'ELLIPSE', effects: [{ ...shadow, type: 'DROP_SHADOW' }] }),
    ],
    [
      'an ellipse with a blended shadow inside',
      place({ type: 'ELLIPSE', effects: [{ ...shadow, type: 'INNER_SHADOW' }] }),
    ],
    ['a round frame of a group that blends', place({ ...round, fills: [], children: [group([blended])] })],
    ['what blends behind a mask', group([mask, blended])],
  ])('%s', async (_name, node) => {
    const region = { left: 0, top: 0, width: 320, height: 448, scale: 1 };
    expect(await seamsOf(pageOf([...stripes, node]), region)).toBeLessThanOrEqual(2);
  });
});

describe('two tiles agree within two levels on what is too large to be painted as a whole:', () => {
  const fills = [solid({ r: 0.2, g: 0.3, b: 0.8, a: 1 })];
  const turned = (by: number, x: number, y: number) => [
    [Math.cos(by), -Math.sin(by), x],
    [Math.sin(by), Math.cos(by), y],
  ];
  const large = (more: object) => box(10.3, 7.7, 2000, 2000, { fills, ...more });
  const gradient = {
    type: 'GRADIENT_LINEAR',
    blendMode: 'NORMAL',
    gradientHandlePositions: [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ],
    gradientStops: [
      { position: 0, color: black },
      { position: 1, color: { r: 1, g: 0, b: 0, a: 0.5 } },
    ],
  };
  const stroked = { fills: [], strokes: fills, strokeWeight: 9, strokeAlign: 'INSIDE' };
  const stripes = Array.from({ length: 40 }, (_, place) =>
    box(0, 50 * place, 2100, 25, { fills: [solid(black)] }),
  );
  const bow = [{ path: 'M0 0C2600 300 2600 1700 0 2000Z', windingRule: 'NONZERO' }];
  const style = { fontFamily: 'Inter', fontSize: 1200, fontWeight: 500, lineHeightPx: 1200 };
  const shadowed = (type: string, radius: number, spread: number) =>
    large({
      type: 'ELLIPSE',
      effects: [
        { type, visible: true, radius, spread, color: black, offset: { x: 20, y: 20 }, blendMode: 'NORMAL' },
      ],
    });
  const noise = {
    type: 'NOISE',
    visible: true,
    noiseType: 'MONOTONE',
    noiseSize: 2,
    density: 0.5,
    color: black,
    blendMode: 'NORMAL',
  };
  const mask = large({ type: 'ELLIPSE', isMask: true, maskType: 'VECTOR' });
  const fadedMask = large({ type: 'ELLIPSE', isMask: true, maskType: 'ALPHA', opacity: 0.5 });
  const letters = { type: 'TEXT', characters: 'S%', style };
  const faint = [solid(white, { opacity: 0.2 })];
  const blur = { type: 'BACKGROUND_BLUR', visible: true, radius: 24 };
  const glass = { type: 'GLASS', visible: true, radius: 4, refraction: 0.7, depth: 12, lightAngle: -45 };
  const shadow = { type: 'DROP_SHADOW', visible: true, radius: 12, color: black, offset: { x: 20, y: 20 } };
  const seen = (effect: object) =>
    group([...stripes, large({ type: 'ELLIPSE', fills: faint, effects: [effect] })]);
  const blended = box(0, 0, 2100, 2100, { fills, blendMode: 'MULTIPLY' });
  const round = { type: 'FRAME', clipsContent: true, cornerRadius: 900 };
  const multiplied = stripes.map((stripe) => ({ ...stripe, blendMode: 'MULTIPLY', fills }));

  it.each<[name: string, node: NodeJson, left: number, top: number]>([
    ['an ellipse', large({ type: 'ELLIPSE' }), 256, 1664],
    ['a faded ellipse', large({ type: 'ELLIPSE', opacity: 0.5 }), 256, 1664],
    ['an ellipse that is blended', large({ type: 'ELLIPSE', blendMode: 'MULTIPLY' }), 256, 1664],
    ['an ellipse with a gradient', large({ type: 'ELLIPSE', fills: [gradient] }), 256, 1664],
    ['the stroke of an ellipse', large({ type: 'ELLIPSE', ...stroked }), 256, 1664],
    ['the dashes of an ellipse', large({ type: 'ELLIPSE', ...stroked, strokeDashes: [40, 20] }), 256, 1664],
    ['a round rectangle', large({ cornerRadius: 333 }), 64, 1856],
    ['the stroke of a round rectangle', large({ cornerRadius: 333, ...stroked }), 64, 1856],
    ['a smooth rectangle', large({ cornerRadius: 333, cornerSmoothing: 0.6 }), 64, 1856],
    ['a turned rectangle', large({ relativeTransform: turned(0.37, 900, 7.7) }), 448, 832],
    ['a star', large({ type: 'STAR' }), 832, 320],
    ['a path', large({ type: 'VECTOR', fillGeometry: bow }), 1408, 320],
    [
      'what a round frame cuts',
      large({ type: 'FRAME', clipsContent: true, cornerRadius: 900, children: stripes }),
      192,
      1664,
    ],
    ['what is seen through an ellipse', group([mask, large({})]), 256, 1664],
    ['what is seen through a faded ellipse', group([fadedMask, large({})]), 256, 1664],
    ['what blends in a round frame', large({ ...round, children: [...stripes, blended] }), 192, 1664],
    [
      'what burns in a round frame',
      large({ ...round, children: [...stripes, { ...blended, blendMode: 'LINEAR_BURN' }] }),
      192,
      1664,
    ],
    [
      'what blends in a faded round frame',
      large({ ...round, fills: [], opacity: 0.5, children: [blended] }),
      192,
      1664,
    ],
    ['what blends behind an ellipse', group([mask, ...multiplied]), 192, 1600],
    ['what an ellipse blurs', seen(blur), 384, 1792],
    ['an ellipse of glass', seen(glass), 384, 1792],
    ['the shadow around a faint ellipse', seen(shadow), 384, 1792],
    ['letters', box(-40, 0, 2000, 1300, letters), 64, 896],
    ['the hard shadow of an ellipse', shadowed('DROP_SHADOW', 0, 0), 256, 1664],
    ['the larger hard shadow of an ellipse', shadowed('DROP_SHADOW', 0, 30), 256, 1664],
    ['the hard shadow inside of an ellipse', shadowed('INNER_SHADOW', 0, 30), 256, 1664],
    ['the soft shadow inside of an ellipse', shadowed('INNER_SHADOW', 12, 0), 256, 1664],
    ['the noise on an ellipse', large({ type: 'ELLIPSE', effects: [noise] }), 256, 1664],
  ])('%s', async (_name, node, left, top) => {
    const region = { left, top, width: 192, height: 192, scale: 1 };
    expect(await seamsOf(pageOf([node]), region)).toBeLessThanOrEqual(2);
  });
});

it('a tile counts px exactly for so many shapes alone', async () => {
  const circles = Array.from({ length: 400 }, () => box(10.3, 7.7, 2000, 2000, { type: 'ELLIPSE' }));
  const tile = { left: 0, top: 1536, width: 512, height: 512, scale: 1 };
  const takes = vi.spyOn(Coverage.prototype, 'writeTo');
  await pixelsOf(pageOf(circles), tile);
  expect(takes.mock.calls.length).toBeGreaterThan(40);
  expect(takes.mock.calls.length).toBeLessThan(80);
  takes.mockRestore();
});

describe('a region', () => {
  const at = (pixels: Buffer, width: number, x: number, y: number) => [
    ...pixels.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
  ];
  const paperBytes = [230, 242, 255];
  const beside = { left: 64, top: 0, width: 64, height: 64, scale: 1 };

  it('shows texts of less than a pixel a letter as dark as from nearby, with their gaps', async () => {
    const style = { fontFamily: 'Inter', fontSize: 12, fontWeight: 500, lineHeightPx: 18 };
    const lines = Array.from({ length: 24 }, (_, row) =>
      box(8 + 4 * (row % 3), 8 + 20 * row, 480, 20, {
        type: 'TEXT',
        characters: 'Orders that nobody has looked at ____ iiii WWWW',
        style,
        fills: [solid(black, { opacity: row % 2 === 0 ? 1 : 0.6 })],
      }),
    );
    const [side, by] = [64, 8];
    const page = pageOf(lines);
    const near = await pixelsOf(page, { left: 0, top: 0, width: side * by, height: side * by, scale: 1 });
    const far = await pixelsOf(page, { left: 0, top: 0, width: side, height: side, scale: 1 / by });
    const averaged = await sharp(near, { raw: { width: side * by, height: side * by, channels: 3 } })
      .resize(side, side, { kernel: 'linear' })
      .raw()
      .toBuffer();
    const differences = [...far].map((level, at) => level - averaged[at]!);
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
    expect(mean([...averaged])).toBeLessThan(mean(paperBytes) - 10);
    expect(Math.abs(mean(differences))).toBeLessThan(1.5);
    expect(mean(differences.map(Math.abs))).toBeLessThan(8);
  });

  it('shows the shadow of what lies beside it', async () => {
    const shadow = { type: 'DROP_SHADOW', color: black, offset: { x: 20, y: 0 }, radius: 10, spread: 0 };
    const page = pageOf([
      box(10, 10, 50, 40, { effects: [{ ...shadow, visible: true, blendMode: 'NORMAL' }] }),
    ]);
    const pixels = await pixelsOf(page, beside);
    expect(at(pixels, 64, 4, 30)[0]).toBeLessThan(20);
    expect(at(pixels, 64, 60, 30)).toEqual(paperBytes);
  });

  it.each([40, 47, 48, 49, 63, 64])('shows nothing of a clipped neighbour at %i px', async (width) => {
    const inner = box(0, 0, 200, 64);
    const place = { absoluteBoundingBox: { x: 0, y: 0, width, height: 64 }, size: { x: width, y: 64 } };
    expect(at(await pixelsOf(pageOf([frame([inner], place)]), beside), 64, 0, 30)).toEqual(paperBytes);
  });

  it('shows the edge of a wide shadow, beyond the render bounds of the file', async () => {
    const shadow = { type: 'DROP_SHADOW', color: black, offset: { x: 0, y: 0 }, radius: 200, spread: 0 };
    const effects = [{ ...shadow, visible: true, blendMode: 'NORMAL' }];
    const page = pageOf([box(-2000, -2000, 2231, 4064, { effects })]);
    const pixels = await pixelsOf(page, { ...beside, left: 448 });
    expect(at(pixels, 64, 0, 30)[0]).toBeLessThan(230);
  });

  it('is the same where a page has too many nodes for one scene', async () => {
    const places = Array.from({ length: 64 }, (_, place) => [20 * (place % 8), 20 * Math.floor(place / 8)]);
    const dots = places.map(([x = 0, y = 0]) => ({
      ...box(x, y, 15, 15, { type: 'ELLIPSE', fills: [solid(black)] }),
      absoluteRenderBounds: { x, y, width: 15, height: 15 },
    }));
    const options = { contentsOnly: true, useAbsoluteBounds: false, paper };
    const region = { left: 0, top: 0, width: 160, height: 160, scale: 1 };
    const draw = async (mostNodes: number) => {
      const page = pageOf(dots);
      const drawn = await renderRegion(page, { ...options, region, mostNodes }, { fonts, imageBytes });
      if ('nothing' in drawn) throw new Error('Nothing was drawn.');
      return sharp(drawn.picture).raw().toBuffer();
    };
    const { most } = differenceOf(await draw(20), await draw(1000));
    expect(most).toBeLessThanOrEqual(48);
  });

  it('may lie left of the origin of the canvas', async () => {
    const page = pageOf([box(-100, -100, 50, 50, { fills: [solid(black)] })]);
    const pixels = await pixelsOf(page, { left: -128, top: -128, width: 64, height: 64, scale: 1 });
    expect([at(pixels, 64, 27, 40), at(pixels, 64, 28, 40)]).toEqual([paperBytes, [0, 0, 0]]);
  });

  it('reads only the nodes that can be seen in it', async () => {
    const read: unknown[] = [];
    const heads = [0, 1000, 2000].map((x) => {
      const node = box(x, 0, 50, 50);
      return { node: { ...node, absoluteRenderBounds: node.absoluteBoundingBox } };
    });
    const parts = partsOf(heads, ({ node }) => {
      read.push(node.absoluteRenderBounds);
      return node;
    });
    const page = { node: pageNode, parts, find: () => undefined };
    await pixelsOf(page, { left: 960, top: 0, width: 64, height: 64, scale: 1 });
    await pixelsOf(page, { left: 1024, top: 0, width: 64, height: 64, scale: 1 });
    expect(read).toEqual([{ x: 1000, y: 0, width: 50, height: 50 }]);
  });

  it('shows what lies on the page through a mask that lies there', async () => {
    const mask = box(0, 0, 30, 64, { isMask: true });
    const page = pageOf([mask, box(0, 0, 64, 64, { fills: [solid(black)] })]);
    const pixels = await pixelsOf(page, { ...beside, left: 0 });
    expect([at(pixels, 64, 10, 30), at(pixels, 64, 40, 30)]).toEqual([[0, 0, 0], paperBytes]);
  });

  it('of one colour takes very few bytes', async () => {
    const options = {
      contentsOnly: true,
      useAbsoluteBounds: false,
      paper,
      region: { ...beside, width: 512, height: 512 },
    };
    const rendering = await renderRegion(pageOf([]), options, { fonts, imageBytes });
    expect('picture' in rendering && rendering.picture.length).toBeLessThan(300);
  });
});
