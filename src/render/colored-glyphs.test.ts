import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { black, blue, box, frame, red, solid } from './canvas/drawn.suite.ts';
import { createImageCache } from './canvas/image-cache.ts';
import { chunk, signature } from './png-chunks.ts';
import { renderNode } from './render-node.ts';
import type { RenderOptions } from './render-options.ts';
import { renderRegion } from './render-region.ts';
import { partsOf } from './scene/page-parts.ts';
import type { SceneReport } from './scene/scene.ts';
import type { NodeJson } from './scene/scene-source.ts';
import { builtInInter } from './text/built-in-inter.ts';
import {
  buildCbdtFont,
  buildLayeredFont,
  buildSbixFont,
  type CbdtForm,
  type TestStrike,
} from './text/colored-font.suite.ts';
import { createFontRegistry, type FontRegistry } from './text/font-registry.ts';
import { uint16 } from './text/test-font.suite.ts';

const family = 'Pictures';
/** Of 1000 to the em; the outline of a glyph is a box of 700 above the baseline, as wide as its advance. */
const font = { family, advances: { a: 1000, b: 1000, c: 1000 } };
const [green, white] = [
  [0, 255, 0],
  [255, 255, 255],
];
const [isRed, isBlue, isBlack] = [
  [255, 0, 0],
  [0, 0, 255],
  [0, 0, 0],
];

const plain = (width: number, height: number, [r, g, b]: readonly number[]) =>
  sharp({ create: { width, height, channels: 3, background: { r: r!, g: g!, b: b! } } });
const png = (width: number, height: number, colour: readonly number[]): Promise<Buffer> =>
  plain(width, height, colour).png().toBuffer();

async function fontsWith(sfnt: Uint8Array): Promise<FontRegistry> {
  const fonts = createFontRegistry({ files: builtInInter() });
  await fonts.add(sfnt);
  return fonts;
}

/** A black text of 20 px at the origin, whose baseline lies at 16. */
const text = (characters: string, more: object = {}): NodeJson =>
  box(0, 0, 100, 20, {
    type: 'TEXT',
    characters,
    fills: [solid(black)],
    style: {
      fontFamily: family,
      fontSize: 20,
      lineHeightPx: 20,
      lineHeightUnit: 'PIXELS',
      textAlignHorizontal: 'LEFT',
      textAlignVertical: 'TOP',
    },
    ...more,
  });

interface Picture {
  readonly bytes: Buffer;
  readonly report: SceneReport;
  readonly pixel: (x: number, y: number) => number[];
}

async function picture(
  sfnt: Uint8Array,
  node: NodeJson,
  { format = 'png', scale = 1, svgOutlineText = true }: Partial<RenderOptions> = {},
): Promise<Picture> {
  const options = {
    format,
    scale,
    contentsOnly: true,
    useAbsoluteBounds: false,
    svgOutlineText,
    svgIncludeId: false,
    svgIncludeNodeId: false,
    svgSimplifyStroke: true,
  };
  const environment = { fonts: await fontsWith(sfnt), imageBytes: async () => undefined };
  const rendering = await renderNode({ node: frame([node]), ancestors: [] }, options, environment);
  if ('nothing' in rendering) throw new Error(`There is nothing: ${rendering.nothing}.`);
  const bytes = Buffer.from(rendering.picture);
  if (format === 'svg' || format === 'pdf') return { bytes, report: rendering.report, pixel: () => [] };
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [
    ...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
  ];
  return { bytes, report: rendering.report, pixel };
}

/** One strike of 20 px with one graphic, of the glyph of "a". */
const oneStrike = (bytes: Uint8Array, more: { type?: string; x?: number; y?: number } = {}): TestStrike => ({
  ppem: 20,
  graphics: { 1: { type: 'png ', bytes, ...more } },
});

const reasons = ({ report }: Picture): string[] => report.notDrawn.map(({ reason }) => reason);

describe('a glyph that its font has as a picture', () => {
  it('of sbix lies by its offsets from the origin of the glyph, as large as its strike says', async () => {
    const sfnt = buildSbixFont(font, [oneStrike(await png(10, 8, green), { x: 2, y: 4 })]);
    const { pixel, report } = await picture(sfnt, text('a'));
    expect([pixel(2, 4), pixel(11, 11)]).toEqual([green, green]);
    expect([pixel(1, 8), pixel(12, 8), pixel(5, 3), pixel(5, 12)]).toEqual([white, white, white, white]);
    expect(report.notDrawn).toEqual([]);
    const twice = await picture(sfnt, text('a'), { scale: 2 });
    expect([twice.pixel(4, 8), twice.pixel(23, 23), twice.pixel(24, 16)]).toEqual([green, green, white]);
  });

  const forms = ([1, 2, 3, 4, 5] as const).flatMap((index) =>
    ([17, 18, 19] as const)
      .filter((image) => (image === 19) === (index === 2 || index === 5))
      .map((image): CbdtForm => ({ index, image })),
  );
  it.each(forms)('of CBDT lies by its metrics, in form $index of $image', async (form) => {
    const at = { width: 10, height: 8, left: 2, top: 12 };
    const bitmaps = [
      { png: await png(10, 8, green), ...at },
      { png: await png(10, 8, isBlue), ...at },
    ];
    const { pixel, report } = await picture(buildCbdtFont(font, 20, bitmaps, form), text('ab'));
    expect([pixel(2, 4), pixel(11, 11)]).toEqual([green, green]);
    expect([pixel(22, 4), pixel(31, 11)]).toEqual([isBlue, isBlue]);
    expect([pixel(1, 8), pixel(12, 8), pixel(5, 3), pixel(5, 12)]).toEqual([white, white, white, white]);
    expect(report.notDrawn).toEqual([]);
  });

  it('is taken from the smallest strike that is large enough, else from the largest', async () => {
    const strikes = [
      { ppem: 40, colour: isBlue },
      { ppem: 10, colour: isRed },
      { ppem: 20, colour: green },
    ].map(async ({ ppem, colour }) => ({
      ppem,
      graphics: { 1: { type: 'png ', bytes: await png(ppem, ppem, colour) } },
    }));
    const sfnt = buildSbixFont(font, await Promise.all(strikes));
    const at = async (scale: number) => (await picture(sfnt, text('a'), { scale })).pixel(4, 4);
    expect([await at(0.5), await at(1), await at(1.5), await at(4)]).toEqual([isRed, green, isBlue, isBlue]);
  });

  it('is a JPEG as well', async () => {
    const jpeg = await plain(16, 16, isRed).jpeg({ quality: 100 }).toBuffer();
    const { pixel } = await picture(buildSbixFont(font, [oneStrike(jpeg, { type: 'jpg ' })]), text('a'));
    expect(pixel(8, 8)[0]).toBeGreaterThan(250);
    expect(pixel(8, 8)[1]).toBeLessThan(5);
    expect(pixel(16, 8)).toEqual(white);
  });

  it('is that of another glyph where the font says so, and its outline where that goes round', async () => {
    const graphics = {
      1: { type: 'dupe', bytes: Uint8Array.from(uint16(2)) },
      2: { type: 'png ', bytes: await png(16, 16, green) },
    };
    expect((await picture(buildSbixFont(font, [{ ppem: 20, graphics }]), text('a'))).pixel(8, 8)).toEqual(
      green,
    );
    const round = { ...graphics, 2: { type: 'dupe', bytes: Uint8Array.from(uint16(1)) } };
    const { pixel } = await picture(buildSbixFont(font, [{ ppem: 20, graphics: round }]), text('a'));
    expect(pixel(8, 8)).toEqual(isBlack);
  });

  it('keeps its colours whatever the fills, and is as opaque as they are together and its layer is', async () => {
    const sfnt = buildSbixFont(font, [oneStrike(await png(16, 16, green))]);
    const of = async (more: object) => (await picture(sfnt, text('a', more))).pixel(8, 8)[0];
    expect(await of({ fills: [solid(red)] })).toBe(0);
    expect(await of({ fills: [solid(red, { opacity: 0.5 })] })).toBeCloseTo(128, -1);
    expect(await of({ fills: [solid(red, { opacity: 0.5 }), solid(blue, { opacity: 0.5 })] })).toBeCloseTo(
      64,
      -1,
    );
    expect(await of({ fills: [solid(red, { opacity: 0.5 })], opacity: 0.5 })).toBeCloseTo(191, -1);
  });

  it('casts the shadow of the text', async () => {
    const shadow = { type: 'DROP_SHADOW', visible: true, blendMode: 'NORMAL', radius: 0, color: black };
    const effects = [{ ...shadow, offset: { x: 30, y: 0 } }];
    const sfnt = buildSbixFont(font, [oneStrike(await png(16, 16, green))]);
    const { pixel } = await picture(sfnt, text('a', { effects }));
    expect([pixel(8, 8), pixel(38, 8), pixel(20, 8)]).toEqual([green, isBlack, white]);
  });

  it('is an image in a PDF, drawn in a JPG and in tiles, and left out of an SVG with nothing else', async () => {
    const sfnt = buildSbixFont(font, [oneStrike(await png(16, 16, green))]);
    const { bytes: pdf } = await picture(sfnt, text('a'), { format: 'pdf' });
    expect(pdf.toString('latin1')).toMatch(/\/Subtype \/Image\n\/Width 16\n\/Height 16/);
    const jpg = await picture(sfnt, text('a'), { format: 'jpg' });
    expect(jpg.pixel(8, 8)[1]! - jpg.pixel(8, 8)[0]!).toBeGreaterThan(240);
    const { bytes: svg } = await picture(sfnt, text('ab'), { format: 'svg' });
    expect(svg.toString().match(/<path d="M(\d+)/)?.[1]).toBe('20');
    const page = { node: { id: '0:1', name: 'Page', type: 'CANVAS' }, parts: [], find: () => undefined };
    const parts = partsOf([{ node: text('a') }], ({ node }) => node);
    const region = { left: 0, top: 0, width: 32, height: 32, scale: 1 };
    const options = { region, paper: red, contentsOnly: true, useAbsoluteBounds: false };
    const environment = { fonts: await fontsWith(sfnt), imageBytes: async () => undefined };
    const tile = await renderRegion({ ...page, parts }, options, environment);
    if ('nothing' in tile) throw new Error('There is nothing.');
    const { data } = await sharp(tile.picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(3 * (8 * 32 + 8), 3 * (8 * 32 + 8) + 3)]).toEqual(green);
  });

  it('stands beside letters of the same font that are outlines in the colour of the text', async () => {
    const sfnt = buildSbixFont(font, [oneStrike(await png(16, 16, green))]);
    const { pixel } = await picture(sfnt, text('ab', { fills: [solid(blue)] }));
    expect([pixel(8, 8), pixel(30, 8)]).toEqual([green, isBlue]);
  });
});

const unread = 'Its font has letters as pictures that are neither PNG nor JPEG, or too large.';
const brokenReason = 'A picture that its font has of a letter is broken.';

/** A PNG with the first chunk of a type replaced: by others, or by none. */
function replaced(bytes: Buffer, type: string, by: Buffer = Buffer.alloc(0)): Buffer {
  const at = bytes.indexOf(type, 8, 'latin1') - 4;
  return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + 12 + bytes.readUInt32BE(at))]);
}

const withData = async (rows: Buffer): Promise<Buffer> =>
  replaced(await png(16, 16, green), 'IDAT', chunk('IDAT', deflateSync(rows)));

const brokenPictures: readonly [string, () => Promise<Buffer>][] = [
  ['ends in its head', async () => (await png(16, 16, green)).subarray(0, 30)],
  ['ends in its data', async () => (await png(16, 16, green)).subarray(0, 66)],
  ['has no data', async () => replaced(await png(16, 16, green), 'IDAT')],
  [
    'has data of no deflate',
    async () => replaced(await png(16, 16, green), 'IDAT', chunk('IDAT', signature)),
  ],
  ['has data for half of its rows', () => withData(Buffer.alloc(8 * 49))],
  ['has data of one byte more than its rows', () => withData(Buffer.alloc(16 * 49 + 1))],
  ['unpacks to 30 MB', () => withData(Buffer.alloc(30_000_000))],
  [
    'lacks its palette',
    async () => replaced(await plain(16, 16, green).png({ palette: true }).toBuffer(), 'PLTE'),
  ],
  [
    'has a depth of three bits',
    async () => {
      const bytes = await png(16, 16, green);
      bytes[24] = 3;
      return bytes;
    },
  ],
  [
    'is a JPEG that ends in the middle',
    async () => {
      const bytes = await sharp(randomBytes(3 * 64 * 64), { raw: { width: 64, height: 64, channels: 3 } })
        .jpeg()
        .toBuffer();
      return bytes.subarray(0, bytes.length / 2);
    },
  ],
];

describe('a picture of a glyph that is not drawn', () => {
  it('since it is another kind leaves the outline, and is reported once for its text', async () => {
    const tiff = Buffer.from('II*\0\x08\0\0\0');
    const drawn = await picture(buildSbixFont(font, [oneStrike(tiff, { type: 'tiff' })]), text('aaa'));
    expect(drawn.pixel(8, 8)).toEqual(isBlack);
    expect(reasons(drawn)).toEqual([unread]);
  });

  it('since it says to be of 65,535 px, or reaches over the whole page, is reported', async () => {
    const huge = Buffer.from(await png(16, 16, green));
    huge.writeUInt32BE(65_535, 16);
    huge.writeUInt32BE(65_535, 20);
    expect(reasons(await picture(buildSbixFont(font, [oneStrike(huge)]), text('a')))).toEqual([unread]);
    const small = { width: 16, height: 16, left: 0, top: 16 };
    const inCbdt = buildCbdtFont(font, 20, [{ png: huge, ...small }]);
    expect(reasons(await picture(inCbdt, text('a')))).toEqual([unread]);
    const far = { ppem: 1, graphics: { 1: { type: 'png ', bytes: await png(16, 16, green) } } };
    expect(reasons(await picture(buildSbixFont(font, [far]), text('a')))).toEqual([unread]);
  });

  it('since its strike says to have 65,535 px for an em is drawn as small as that makes it', async () => {
    const strike = { ppem: 65_535, graphics: { 1: { type: 'png ', bytes: await png(16, 16, green) } } };
    const drawn = await picture(buildSbixFont(font, [strike]), text('a'));
    expect(reasons(drawn)).toEqual([]);
    expect(drawn.pixel(8, 8)).toEqual(white);
  });

  it.each(brokenPictures)(
    'since it %s leaves the outline in the colour of the text',
    async (_what, broken) => {
      const sfnt = buildSbixFont(font, [oneStrike(await broken())]);
      for (const format of ['png', 'jpg'] as const) {
        const { pixel, report } = await picture(sfnt, text('a', { fills: [solid(blue)] }), { format });
        expect(pixel(8, 8)[2]! - pixel(8, 8)[0]!).toBeGreaterThan(240);
        expect(report.notDrawn.map(({ reason }) => reason)).toEqual([brokenReason]);
      }
    },
  );

  it('since it is broken leaves an outline with its shadow, which reaches beyond the picture', async () => {
    const shadow = { type: 'DROP_SHADOW', visible: true, blendMode: 'NORMAL', radius: 0, color: black };
    const effects = [{ ...shadow, offset: { x: 30, y: 0 } }];
    const broken = (await png(4, 4, green)).subarray(0, 60);
    const fills = [solid(blue)];
    const { pixel } = await picture(
      buildSbixFont(font, [oneStrike(broken)]),
      text('a', { fills, effects, opacity: 0.5 }),
    );
    expect([pixel(18, 4)[2], pixel(48, 4)[0]]).toEqual([255, expect.closeTo(128, -1)]);
  });

  it('since it is broken leaves no other picture of its bytes out: an image fill shows what there is', async () => {
    const broken = (await png(16, 16, green)).subarray(0, 72);
    const cache = createImageCache();
    const image = await cache.read(broken);
    await expect(cache.unpackWhole(image, 16)).rejects.toThrow('The image is broken.');
    expect((await cache.unpack(image, 16)).canvas.width).toBe(16);
    await expect(cache.unpackWhole(image, 16)).rejects.toThrow('The image is broken.');
  });

  it('is none that is interlaced, of a palette or of one bit for a pixel', async () => {
    const forms = [
      { progressive: true },
      { palette: true },
      { palette: true, colours: 2, progressive: true },
    ];
    for (const [width, height] of [
      [16, 16],
      [13, 5],
      [1, 1],
    ] as const)
      for (const form of forms) {
        const bytes = await plain(width, height, green).png(form).toBuffer();
        const drawn = await picture(buildSbixFont(font, [oneStrike(bytes)]), text('a'));
        expect([drawn.pixel(0, 15), reasons(drawn)]).toEqual([green, []]);
      }
  });
});

describe('an SVG', () => {
  const colored = 'SVG leaves letters with colours of their own out.';

  it('says of which texts it leaves letters out that their fonts colour', async () => {
    const pictures = buildSbixFont(font, [oneStrike(await png(16, 16, green))]);
    const layers = buildLayeredFont(font, [{ glyph: 2, color: [0, 255, 0] }]);
    for (const sfnt of [pictures, layers]) {
      const of = async (node: NodeJson) => (await picture(sfnt, node, { format: 'svg' })).report.notDrawn;
      expect(await of(text('aab', { id: '7:1' }))).toEqual([{ nodeId: '7:1', reason: colored }]);
      expect(await of(text('b'))).toEqual([]);
      expect(await of(text('a', { fills: [], strokes: [solid(red)], strokeWeight: 1 }))).toEqual([]);
    }
  });

  it('whose texts are for the fonts of its reader leaves out none of their letters', async () => {
    const sfnt = buildSbixFont(font, [oneStrike(await png(16, 16, green))]);
    const drawn = await picture(sfnt, text('a'), { format: 'svg', svgOutlineText: false });
    expect([drawn.bytes.toString().includes('<text'), reasons(drawn)]).toEqual([true, []]);
    const strokes = { strokes: [solid(red)], strokeWeight: 1 };
    const outlined = await picture(sfnt, text('ab', strokes), { format: 'svg', svgOutlineText: false });
    expect([outlined.bytes.toString().includes('<text'), reasons(outlined)]).toEqual([false, [colored]]);
  });

  it('says that pictures of other kinds stand for its outlines', async () => {
    const sfnt = buildSbixFont(font, [oneStrike(Buffer.from('II*\0\x08\0\0\0'), { type: 'tiff' })]);
    const drawn = await picture(sfnt, text('a'), { format: 'svg' });
    expect([drawn.bytes.toString().includes('<path'), reasons(drawn)]).toEqual([true, [unread]]);
  });
});

describe('a glyph that its font has in layers', () => {
  it('is drawn in their colours and that of the text, with nothing of its own outline below', async () => {
    const wide = { family, advances: { a: 1000, b: 500, c: 250 } };
    const layers = [
      { glyph: 2, color: [0, 255, 0] },
      { glyph: 3, color: 'text' },
    ] as const;
    const { pixel } = await picture(buildLayeredFont(wide, layers), text('a', { fills: [solid(red)] }));
    expect([pixel(2, 8), pixel(7, 8), pixel(15, 8)]).toEqual([isRed, green, white]);
  });

  it('stands beside letters that take the fill of the text, in an SVG too', async () => {
    const sfnt = buildLayeredFont(font, [{ glyph: 2, color: [0, 255, 0] }]);
    const { pixel } = await picture(sfnt, text('ac', { fills: [solid(red)] }));
    expect([pixel(8, 8), pixel(30, 8)]).toEqual([green, isRed]);
    const svg = (await picture(sfnt, text('ac'), { format: 'svg' })).bytes.toString();
    expect(svg.match(/<path d="M(\d+)/)?.[1]).toBe('20');
  });
});
