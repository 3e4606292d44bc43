import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderNode } from './render-node.ts';
import type { ImageFormat, RenderOptions } from './render-options.ts';
import type { NodeJson } from './scene/scene-source.ts';
import { createFontRegistry } from './text/font-registry.ts';

/**
 * A folder for each feature: `node.json`, and the picture of it as PNG and SVG. A picture that is absent is
 * written, and the test fails that once: look at it before you keep it.
 */
const folder = join(import.meta.dirname, '../../fixtures/render');
const fonts = createFontRegistry();

interface Fixture {
  readonly node: NodeJson;
  /** Nodes that lie elsewhere, for patterns. */
  readonly others?: readonly NodeJson[];
  readonly options?: Partial<RenderOptions>;
}

const asExported: Omit<RenderOptions, 'format'> = {
  scale: 1,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

async function imageBytes(imageRef: string): Promise<Uint8Array | undefined> {
  const path = join(folder, 'images', `${imageRef}.png`);
  return existsSync(path) ? readFileSync(path) : undefined;
}

async function render({ node, others = [], options }: Fixture, format: ImageFormat): Promise<Uint8Array> {
  const find = (id: string) => others.find((other) => other.id === id);
  const source = { node, ancestors: [], find };
  const rendering = await renderNode(source, { ...asExported, ...options, format }, { fonts, imageBytes });
  if ('nothing' in rendering) throw new Error(`Nothing was drawn: ${rendering.nothing}.`);
  return rendering.picture;
}

/** The picture that is expected; undefined, and written, where there was none. */
function expected(feature: string, file: string, made: Uint8Array): Uint8Array | undefined {
  const path = join(folder, feature, file);
  if (existsSync(path)) return readFileSync(path);
  writeFileSync(path, made);
  return undefined;
}

const pixelsOf = (png: Uint8Array) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Other processors round otherwise now and then: by so many levels, or anything in so few pixels. */
const levels = 2;
const shareOfPixels = 0.001;

async function differingPixels(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [{ data: ours, info }, { data: theirs, info: size }] = [await pixelsOf(one), await pixelsOf(other)];
  if (info.width !== size.width || info.height !== size.height) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < ours.length; at += 4)
    if ([0, 1, 2, 3].some((channel) => Math.abs(ours[at + channel]! - theirs[at + channel]!) > levels))
      count += 1;
  return count / (info.width * info.height);
}

describe('a fixture is drawn like its reference pictures:', () => {
  const features = globSync('*/node.json', { cwd: folder })
    .map(dirname)
    .map((path) => basename(path));

  it('every feature has a fixture', () => {
    expect(features.length).toBeGreaterThan(60);
  });

  it.each(features.sort())('%s', async (feature) => {
    const fixture = JSON.parse(readFileSync(join(folder, feature, 'node.json'), 'utf8')) as Fixture;
    const [png, svg] = [await render(fixture, 'png'), await render(fixture, 'svg')];
    const expectedPng = expected(feature, 'expected.png', png);
    const expectedSvg = expected(feature, 'expected.svg', svg);
    if (!expectedPng || !expectedSvg) throw new Error('A picture is new: look at it, then run this again.');
    expect(await differingPixels(png, expectedPng)).toBeLessThanOrEqual(shareOfPixels);
    expect(Buffer.from(svg).toString()).toBe(expectedSvg.toString());
  });
});
