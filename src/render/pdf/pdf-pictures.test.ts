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
  ...{ format: 'pdf', scale: 3, contentsOnly: true, useAbsoluteBounds: false, svgOutlineText: true },
  ...{ svgIncludeId: false, svgIncludeNodeId: false, svgSimplifyStroke: true },
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
async function differenceOf(feature: string): Promise<number> {
  const fixture = fixtureOf(feature);
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
  'linear-blend-modes': 22,
};
const usualDifference = 2;
/** Letters stand where they do in the PNG, to a small share of a px. */
const textDifference = 0.5;

describe('a PDF shows in another program what the PNG of the same fixture shows:', () => {
  const features = globSync('*/node.json', { cwd: folder }).map((path) => basename(dirname(path)));

  it.each(features.sort())('%s', async (feature) => {
    const most = otherwise[feature] ?? (feature.startsWith('text') ? textDifference : usualDifference);
    expect(await differenceOf(feature)).toBeLessThanOrEqual(most);
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
