import sharp from 'sharp';
import { expect, it } from 'vitest';
import { renderNode } from './render-node.ts';
import type { RenderOptions } from './render-options.ts';
import { createFontRegistry } from './text/font-registry.ts';

const options: RenderOptions = {
  format: 'png',
  scale: 1,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

const fonts = createFontRegistry();

/** A text drawn alone: its pixels, and what is told of it. */
async function drawn(characters: string) {
  const node = {
    id: '1:2',
    type: 'TEXT',
    name: characters,
    characters,
    style: { fontFamily: 'Inter', fontSize: 40 },
    fills: [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 0, g: 0, b: 0, a: 1 } }],
    absoluteBoundingBox: { x: 0, y: 0, width: 200, height: 60 },
    size: { x: 200, y: 60 },
  };
  const imageBytes = async () => undefined;
  const rendering = await renderNode({ node, ancestors: [] }, options, { fonts, imageBytes });
  if ('nothing' in rendering) throw new Error(rendering.nothing);
  const pixels = await sharp(rendering.picture).ensureAlpha().raw().toBuffer();
  const opaque = pixels.length / 4 - pixels.filter((value, place) => place % 4 === 3 && value < 255).length;
  const isColored = (place: number) => pixels[place + 3] === 255 && pixels[place] !== pixels[place + 2];
  const colored = pixels.filter((_, place) => place % 4 === 0 && isColored(place)).length;
  return { opaque, colored, report: rendering.report };
}

it.each([
  ['Arabic', 'العربية'],
  ['Hebrew', 'שלום'],
  ['Devanagari', 'नमस्ते'],
  ['Chinese, whose font is unpacked for it', '汉字'],
])(
  '%s is drawn with the paint of the text, and its font is reported as substituted',
  async (_name, characters) => {
    const { opaque, colored, report } = await drawn(characters);
    expect(opaque).toBeGreaterThan(100);
    expect(colored).toBe(0);
    expect(report.notDrawn).toEqual([]);
    expect(report.substitutions).toMatchObject([{ nodeId: '1:2', reason: 'glyph' }]);
  },
);

it.each(['😀', '👨‍👩‍👧‍👦🇩🇪', '👍🏽', '1️⃣'])('%s is drawn in its own colours', async (characters) => {
  const { colored, report } = await drawn(characters);
  expect(colored).toBeGreaterThan(300);
  expect(report.notDrawn).toEqual([]);
});
