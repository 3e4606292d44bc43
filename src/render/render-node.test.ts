import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import { black, box, frame, red, solid } from './canvas/drawn.suite.ts';
import { renderNode } from './render-node.ts';
import type { RenderEnvironment, RenderOptions } from './render-options.ts';
import type { NodeJson } from './scene/scene-source.ts';
import { createFontRegistry } from './text/font-registry.ts';

const fonts = createFontRegistry();
const nothing: RenderEnvironment = { fonts, imageBytes: async () => undefined };
const usual: RenderOptions = {
  format: 'png',
  scale: 1,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

async function render(node: NodeJson, options: Partial<RenderOptions> = {}, environment = nothing) {
  const rendering = await renderNode({ node, ancestors: [] }, { ...usual, ...options }, environment);
  if ('nothing' in rendering) throw new Error(`There is nothing: ${rendering.nothing}.`);
  return rendering;
}

const rawOf = (picture: Uint8Array) => sharp(picture).raw().toBuffer({ resolveWithObject: true });
const text = (characters: string): NodeJson =>
  box(5, 5, 90, 30, {
    type: 'TEXT',
    characters,
    style: { fontFamily: 'Inter', fontWeight: 400, fontSize: 20 },
    fills: [solid(black)],
  });
const withImage = (more: object = {}): NodeJson =>
  frame([
    box(0, 0, 50, 50, {
      fills: [{ type: 'IMAGE', imageRef: 'a', scaleMode: 'FILL', blendMode: 'NORMAL', ...more }],
    }),
  ]);
const imageIs = (bytes: Uint8Array): RenderEnvironment => ({ fonts, imageBytes: async () => bytes });

/** What a PNG says about itself, chunk by chunk. */
function chunksOf(png: Uint8Array): string[] {
  const bytes = Buffer.from(png);
  const types: string[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8));
  return types;
}

describe('PNG', () => {
  it('of the size of an icon has edges that are right to a thirtieth of a px', async () => {
    const path = 'M1 0.85H14V2.15H1Z M1 4.85H14V6.15H1Z';
    const bars = { type: 'VECTOR', fills: [solid(black)], fillGeometry: [{ path, windingRule: 'NONZERO' }] };
    const icon = box(0, 0, 15, 15, { type: 'FRAME', fills: [], children: [box(0, 0, 15, 15, bars)] });
    const { data } = await rawOf((await render(icon)).picture);
    const [edge, inside] = [0, 1].map((row) => data[4 * (15 * row + 7) + 3]!);
    expect(Math.abs(edge! - 0.15 * 255)).toBeLessThan(5);
    expect(inside).toBe(255);
  });

  it.each([
    ['of icons is given back after some of them', 24, 32, 1, 4],
    ['of larger ones after each', 100, 8, 8, 16],
  ])('has memory behind it that %s', async (_title, side, count, fewest, most) => {
    const node = box(0, 0, side, side, { fills: [solid(red)] });
    const turns = await turnsWhile(async () => {
      for (let at = 0; at < count; at += 1) await render(node);
    });
    expect(turns).toBeGreaterThanOrEqual(fewest);
    expect(turns).toBeLessThanOrEqual(most);
  });

  it('has no side longer than is asked for, shadows and what sticks out included', async () => {
    const shadow = { type: 'DROP_SHADOW', visible: true, blendMode: 'NORMAL', color: black, radius: 60 };
    const node = box(0, 0, 800, 100, {
      effects: [{ ...shadow, offset: { x: 0, y: 0 } }],
      fills: [solid(red)],
    });
    const longestSidePx = 400;
    const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [node, box(900, 0, 100, 90)] };
    for (const shown of [node, page]) {
      const { width, height } = await render(shown, { scale: 0.5, longestSidePx });
      expect(Math.max(width, height)).toBe(longestSidePx);
    }
    expect(await render(node, { scale: 0.1, longestSidePx })).toMatchObject({ width: 92 });
  });

  it.each([100, 600])('says its resolution and colour space, %i px', async (side) => {
    const node = box(0, 0, side, side, { fills: [solid(red, { opacity: 0.5 })] });
    const { picture, contentType, width, height } = await render(node);
    expect(contentType).toBe('image/png');
    expect([width, height]).toEqual([side, side]);
    expect(chunksOf(picture).slice(0, 5)).toEqual(['IHDR', 'pHYs', 'sRGB', 'gAMA', 'tEXt']);
    const { data, info } = await rawOf(picture);
    expect([info.width, info.height, info.channels]).toEqual([side, side, 4]);
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 127]);
  });

  it.each([100, 600])('has no alpha channel where every pixel is opaque, %i px', async (side) => {
    const { info } = await rawOf((await render(box(0, 0, side, side))).picture);
    expect(info.channels).toBe(3);
  });

  it('is scaled and rounded up', async () => {
    const { width, height } = await render(box(0, 0, 10.2, 7), { scale: 3 });
    expect([width, height]).toEqual([31, 21]);
    expect((await render(box(0, 0, 10, 7), { scale: 0.01 })).width).toBe(1);
  });

  it('[LIM-12] is scaled down in proportion above 32 megapixels', async () => {
    const { width, height } = await render(box(0, 0, 40_000, 10_000));
    expect(width * height).toBeLessThanOrEqual(32_000_000);
    expect(width * height).toBeGreaterThan(31_900_000);
    expect(width / height).toBeCloseTo(4, 2);
  });

  it.each([
    [1_000_000, 1],
    [3, 200_000],
    [100_000, 300],
  ])('is drawn in full where one side is as long as %i × %i', async (width, height) => {
    const middle = box(width / 2 - 1, 0, 2, height, { fills: [solid(black)] });
    const end = box(width - 1, height - 1, 1, 1, { fills: [solid(black)] });
    const absoluteBoundingBox = { x: 0, y: 0, width, height };
    const node = frame([middle, end], { size: { x: width, y: height }, absoluteBoundingBox });
    const { picture, scaledDown } = await render(node);
    const { data, info } = await rawOf(picture);
    expect([info.width, info.height, scaledDown]).toEqual([width, height, undefined]);
    expect([...data.subarray(-info.channels)].slice(0, 3)).toEqual([0, 0, 0]);
    const [column, row] = [Math.floor(width / 2), Math.floor(height / 2)];
    expect(data[info.channels * (row * width + column)]).toBe(0);
    expect(data[0]).not.toBe(0);
  });

  it('says why it is smaller than it was asked for', async () => {
    const large = await render(box(0, 0, 40_000, 10_000));
    expect(large.scaledDown).toEqual({
      scale: expect.closeTo(large.width / 40_000, 3),
      reason: expect.stringMatching(/32 mega/),
    });
    const long = await render(box(0, 0, 131_000, 10), { format: 'jpg' });
    expect([long.width, long.scaledDown]).toEqual([
      65_500,
      { scale: 0.5, reason: expect.stringMatching(/65,500/) },
    ]);
  });
});

describe('other formats', () => {
  it('draws JPG on white', async () => {
    const half = box(0, 0, 20, 20, { fills: [solid(black, { opacity: 0.5 })] });
    const { picture, contentType } = await render(half, { format: 'jpg' });
    const { data, info } = await rawOf(picture);
    expect(contentType).toBe('image/jpeg');
    expect(info.channels).toBe(3);
    expect(Math.abs(data[0]! - 127)).toBeLessThan(3);
  });

  it('embeds every weight of a family, in one document after the other', async () => {
    const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900];
    const inWeight = (fontWeight: number, italic: boolean) => ({
      ...text('Ávila 12'),
      style: { fontFamily: 'Inter', fontWeight, italic, fontSize: 20 },
    });
    const all = [false, true].flatMap((italic) => weights.map((weight) => inWeight(weight, italic)));
    const together = await render(frame(all), { format: 'pdf' });
    for (const one of all) await render(frame([one]), { format: 'pdf' });
    expect((await render(frame(all), { format: 'pdf' })).picture).toEqual(together.picture);
    expect(
      Buffer.from(together.picture)
        .toString('latin1')
        .match(/\/FontFile2? /g),
    ).toHaveLength(18);
  });

  it('keeps text in PDF, in one page as large as the node', async () => {
    const { picture, contentType } = await render(frame([text('Ávila 12')]), { format: 'pdf', scale: 2 });
    expect(contentType).toBe('application/pdf');
    const standardFontDataUrl = `${dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/standard_fonts/`;
    const document = await getDocument({ data: new Uint8Array(picture), standardFontDataUrl }).promise;
    const page = await document.getPage(1);
    expect(page.view).toEqual([0, 0, 100, 100]);
    const { items } = await page.getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toBe('Ávila 12');
  });

  it('writes SVG with the images in it', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { picture, contentType } = await render(withImage(), { format: 'svg' }, imageIs(png));
    expect(contentType).toBe('image/svg+xml');
    expect(Buffer.from(picture).toString()).toContain(`data:image/png;base64,${png.toString('base64')}`);
  });

  it('puts filters into the images of SVG', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const node = withImage({ filters: { saturation: -1 } });
    const svg = Buffer.from((await render(node, { format: 'svg' }, imageIs(png))).picture).toString();
    const [, base64] = /data:image\/png;base64,([^"]+)"/.exec(svg)!;
    const { data } = await rawOf(Buffer.from(base64!, 'base64'));
    expect(data[0]).toBe(data[1]);
  });

  it('gives the same bytes each time', async () => {
    const effects = [
      { type: 'DROP_SHADOW', visible: true, color: black, offset: { x: 2, y: 2 }, radius: 6 },
      { type: 'NOISE', visible: true, noiseType: 'MONOTONE', color: black, noiseSize: 2, density: 0.5 },
    ];
    const node = frame([text('Twice'), box(20, 40, 40, 40, { effects })]);
    for (const format of ['png', 'jpg', 'pdf', 'svg'] as const) {
      const [one, other] = [await render(node, { format }), await render(node, { format })];
      expect(Buffer.compare(one.picture, other.picture)).toBe(0);
    }
  });
});

describe('unreadable images', () => {
  const reasonFor = async (bytes: Uint8Array): Promise<string | undefined> => {
    const { report, picture } = await render(withImage(), {}, imageIs(bytes));
    const { data } = await rawOf(picture);
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
    return report.notDrawn[0]?.reason;
  };
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

  it('leave out their paint, and the report says why', async () => {
    expect((await render(withImage())).report.notDrawn[0]?.reason).toContain('missing');
    expect(await reasonFor(Buffer.from(svg))).toContain('no PNG');
    expect(await reasonFor(Buffer.from('not an image'))).toContain('no PNG');
    expect(await reasonFor(Buffer.alloc(0))).toContain('no PNG');
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await reasonFor(png.subarray(0, 40))).toContain('broken');
  });

  it('are refused unopened where they are a decompression bomb', async () => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    expect(await reasonFor(bomb)).toBeDefined();
  });

  it('may be of one pixel, or very wide', async () => {
    for (const width of [1, 30_000]) {
      const create = { width, height: 1, channels: 3, background: 'red' } as const;
      const png = await sharp({ create }).png().toBuffer();
      const { data } = await rawOf((await render(withImage(), {}, imageIs(png))).picture);
      expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
    }
  });
});

describe('hostile values', () => {
  const shadow = { type: 'DROP_SHADOW', visible: true, color: black, offset: { x: 3, y: 3 }, radius: 1e6 };

  it('may be effects of any number, radius and offset', async () => {
    const effects = Array.from({ length: 500 }, (_, at) => ({ ...shadow, radius: at % 2 === 0 ? 1e6 : 3 }));
    const far = { ...shadow, offset: { x: 1e9, y: -1e9 }, spread: 1e9 };
    const blur = { type: 'LAYER_BLUR', visible: true, radius: 1e6 };
    const node = frame([box(10, 10, 50, 50, { effects: [...effects, far, blur] })]);
    for (const format of ['png', 'pdf'] as const) expect((await render(node, { format })).width).toBe(100);
  });

  it('may be numbers that make no sense, and nothing fails', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e30, -1, 0]) {
      const effects = [{ ...shadow, radius: value, spread: value, offset: { x: value, y: value } }];
      const odd = box(value, 10, value, 20, { effects, cornerRadius: value, strokeWeight: value });
      const fills = [solid({ r: value, g: value, b: value, a: value }, { opacity: value })];
      expect((await render(frame([odd, box(5, 5, 20, 20, { fills, effects })]))).width).toBe(100);
    }
  });

  it('do not leak memory', async () => {
    const node = frame([box(10, 10, 50, 50, { opacity: 0.5, effects: [{ ...shadow, radius: 9 }] })]);
    const make = async (times: number): Promise<number> => {
      for (let time = 0; time < times; time += 1) await render(node, { scale: 4 });
      return process.memoryUsage.rss();
    };
    const before = await make(40);
    expect((await make(120)) - before).toBeLessThan(100 * 2 ** 20);
  });
});

describe('SVG', () => {
  it('of outlines beyond 64 MB is not written, and says so', async () => {
    const node = text('Lorem ipsum dolor '.repeat(11_000));
    const source = { node, ancestors: [] };
    expect(await renderNode(source, { ...usual, format: 'svg' }, nothing)).toEqual({
      nothing: 'nothing to draw',
      notDrawn: [{ nodeId: node.id, reason: 'The SVG would be larger than 64 MB.' }],
    });
    const selectable = await renderNode(source, { ...usual, format: 'svg', svgOutlineText: false }, nothing);
    expect(selectable).toMatchObject({ contentType: 'image/svg+xml' });
  });
});

describe('A source that is kept', () => {
  const node = frame([text('Kept'), box(-20, 50, 60, 30)], { clipsContent: false });
  const kept = { node, ancestors: [], isKept: true };
  const asked: Partial<RenderOptions>[] = [
    ...([{ format: 'svg' }, { scale: 3 }, { format: 'pdf' }] as const),
    { useAbsoluteBounds: true },
    { wholeBaselines: false },
    {},
  ];

  it('gives in each format and size what one gives that is not, whatever it was asked for before', async () => {
    for (const options of [...asked, ...asked.toReversed()]) {
      const rendering = await renderNode(kept, { ...usual, ...options }, nothing);
      const { picture } = await render(node, options);
      expect('picture' in rendering && Buffer.compare(rendering.picture, picture)).toBe(0);
    }
  });

  it('is drawn with the fonts that are there now', async () => {
    const none = { ...nothing, fonts: createFontRegistry({ files: [] }) };
    expect(await renderNode(kept, usual, nothing)).toHaveProperty('picture');
    await expect(renderNode(kept, usual, none)).rejects.toThrow('There is no font at all.');
  });
});
