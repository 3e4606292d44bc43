import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderNode } from '../render-node.ts';
import type { RenderOptions } from '../render-options.ts';
import type { NodeJson } from '../scene/scene-source.ts';
import { createFontRegistry } from '../text/font-registry.ts';

const folder = join(import.meta.dirname, '../../../fixtures/render');
const fonts = createFontRegistry();
const usual: RenderOptions = {
  format: 'pdf',
  scale: 3,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

interface Fixture {
  readonly node: NodeJson;
  readonly others?: readonly NodeJson[];
  readonly options?: Partial<RenderOptions>;
}

/** Larger than life, so that edges count for little. */
const scale = 3;

async function pictureOf(
  { node, others = [], options }: Fixture,
  format: 'png' | 'pdf',
): Promise<Uint8Array> {
  const find = (id: string) => others.find((other) => other.id === id);
  const imageBytes = async (imageRef: string) => {
    const [name] = globSync(`${imageRef}.png`, { cwd: join(folder, 'images') });
    return name === undefined ? undefined : readFileSync(join(folder, 'images', name));
  };
  const source = { node, ancestors: [], find };
  const rendering = await renderNode(source, { ...usual, ...options, format, scale }, { fonts, imageBytes });
  if ('nothing' in rendering) throw new Error(`Nothing was drawn: ${rendering.nothing}.`);
  return rendering.picture;
}

const pageOf = async (pdf: Uint8Array) => {
  const document = getDocument({ data: Uint8Array.from(pdf), disableFontFace: true, verbosity: 0 });
  return (await document.promise).getPage(1);
};

const fixtureOf = (feature: string): Fixture =>
  JSON.parse(readFileSync(join(folder, feature, 'node.json'), 'utf8')) as Fixture;

/** The first page on white, RGBA, as another program draws it. */
async function drawn(pdf: Uint8Array, width: number, height: number): Promise<Uint8ClampedArray> {
  const page = await pageOf(pdf);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const viewport = page.getViewport({ scale });
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  return context.getImageData(0, 0, width, height).data;
}

/** Mean difference of a channel on a scale of 0 to 255. */
async function differenceOf(fixture: Fixture): Promise<number> {
  const png = sharp(await pictureOf(fixture, 'png'))
    .flatten({ background: '#fff' })
    .ensureAlpha();
  const { data, info } = await png.raw().toBuffer({ resolveWithObject: true });
  const ours = await drawn(await pictureOf(fixture, 'pdf'), info.width, info.height);
  return ours.reduce((sum, value, at) => sum + Math.abs(value - data[at]!), 0) / ((3 / 4) * ours.length);
}

/** What the format or the program that draws it here has no means for. @see docs/unsupported.md */
const otherwise: Readonly<Record<string, number>> = {
  'angular-gradient': 9,
};
const usualDifference = 2;
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const solid = (r: number, g: number, b: number, blendMode = 'NORMAL') => ({
  type: 'SOLID',
  blendMode,
  color: { r, g, b, a: 1 },
});
const rectangle = (id: string, at: ReturnType<typeof box>, fills: object[], more: object = {}): NodeJson => ({
  id,
  name: id,
  type: 'RECTANGLE',
  blendMode: 'PASS_THROUGH',
  absoluteBoundingBox: at,
  fills,
  strokes: [],
  effects: [],
  ...more,
});
const ground = rectangle('1:2', box(0, 0, 120, 50), [solid(0.7, 0.5, 0.3)]);
const frame = (children: readonly NodeJson[]): Fixture => ({
  node: {
    ...rectangle('1:1', box(0, 0, 120, 50), [solid(1, 1, 1)], { children, clipsContent: true }),
    type: 'FRAME',
  },
});
const adding = (id: string, x: number, blendMode: string): NodeJson =>
  rectangle(id, box(x, 10, 45, 30), [solid(0.5, 0.3, 0.45)], { blendMode });
const bothAdding = [adding('1:3', 10, 'LINEAR_DODGE'), adding('1:4', 65, 'LINEAR_BURN')];

/** Letters stand where they do in the PNG, to a small share of a px. */
const textDifference = 0.5;

describe('a PDF shows in another program what the PNG of the same fixture shows:', () => {
  const features = globSync('*/node.json', { cwd: folder }).map((path) => basename(dirname(path)));

  it.each(features.sort())('%s', async (feature) => {
    const most = otherwise[feature] ?? (feature.startsWith('text') ? textDifference : usualDifference);
    expect(await differenceOf(fixtureOf(feature))).toBeLessThanOrEqual(most);
  });

  it.each<[string, Fixture]>([
    [
      'a fill whose colour is added to the fill below it',
      frame([
        rectangle('1:2', box(10, 5, 100, 40), [solid(0.2, 0.5, 0.4), solid(0.5, 0.3, 0.5, 'LINEAR_DODGE')]),
      ]),
    ],
    [
      'a shadow whose colour is added to what lies below',
      frame([
        ground,
        rectangle('1:3', box(30, 5, 50, 25), [solid(0.2, 0.2, 0.2)], {
          effects: [
            {
              type: 'DROP_SHADOW',
              visible: true,
              blendMode: 'LINEAR_DODGE',
              radius: 2,
              color: { r: 0.2, g: 0.4, b: 0.5, a: 1 },
              offset: { x: 10, y: 12 },
            },
          ],
        }),
      ]),
    ],
    [
      'colours that are added within a faded group',
      frame([
        ground,
        {
          id: '1:5',
          name: 'Group',
          type: 'GROUP',
          blendMode: 'PASS_THROUGH',
          opacity: 0.6,
          absoluteBoundingBox: box(5, 5, 110, 40),
          fills: [],
          strokes: [],
          effects: [],
          children: [rectangle('1:6', box(5, 5, 110, 40), [solid(0.3, 0.6, 0.5)]), ...bothAdding],
        },
      ]),
    ],
    ['a faded item whose colours are added', frame([ground, { ...bothAdding[0]!, opacity: 0.4 }])],
  ])('%s', async (_name, fixture) => {
    expect(await differenceOf(fixture)).toBeLessThanOrEqual(usualDifference);
  });

  it('items whose colours are added stay in sight where they are too many to be drawn so', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      rectangle(`2:${at}`, box(3 * at, 10, 2, 30), [solid(0.5, 0.3, 0.45)], { blendMode: 'LINEAR_DODGE' }),
    );
    const withoutAny = frame([ground]);
    const pictures = [frame([ground, ...many]), frame([ground, ...many.slice(0, 32)]), withoutAny];
    const [all, some, none] = await Promise.all(
      pictures.map(async (fixture) => drawn(await pictureOf(fixture, 'pdf'), 360, 150)),
    );
    const lastOfAll = 4 * (75 * 360 + 3 * (3 * 39 + 1));
    expect([...some!.slice(lastOfAll, lastOfAll + 3)]).toEqual([...none!.slice(lastOfAll, lastOfAll + 3)]);
    expect(all![lastOfAll]).toBeGreaterThan(none![lastOfAll]! + 10);
  });

  it('letters of a right-to-left text are in the right order', async () => {
    const pdf = await pictureOf(fixtureOf('text-bidi'), 'pdf');
    const { items } = await (await pageOf(pdf)).getTextContent();
    const letters = items.flatMap((item) =>
      'str' in item ? [{ text: item.str, x: item.transform[4] }] : [],
    );
    const hebrew = letters.filter(({ text }) => /\p{Script=Hebrew}/u.test(text));
    const fromTheRight = hebrew.sort((one, other) => other.x - one.x).map(({ text }) => text.trim());
    expect(fromTheRight.join('')).toBe('שלום עולם');
  });
});
