import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Region } from './canvas/paint-region.ts';
import { renderRegion } from './render-region.ts';
import { partsOf } from './scene/page-parts.ts';
import type { NodeJson, PageSource } from './scene/scene-source.ts';
import { createFontRegistry } from './text/font-registry.ts';

/** Where images and fixtures lie. */
export const folder = join(import.meta.dirname, '../../fixtures/render');
export const fonts = createFontRegistry();
export const paper = { r: 0.9, g: 0.95, b: 1, a: 1 };

export async function imageBytes(imageRef: string): Promise<Uint8Array | undefined> {
  const path = join(folder, 'images', `${imageRef}.png`);
  return existsSync(path) ? readFileSync(path) : undefined;
}

export const pageNode = { id: '0:1', name: 'Page', type: 'CANVAS' };

/** A page of nodes; patterns find the others. */
export const pageOf = (nodes: readonly NodeJson[], others: readonly NodeJson[] = []): PageSource => ({
  node: pageNode,
  parts: partsOf(
    nodes.map((node) => ({ node })),
    ({ node }) => node,
  ),
  find: (id) => others.find((other) => other.id === id),
});

/** The pixels of a region: RGB. */
export async function pixelsOf(page: PageSource, region: Region): Promise<Buffer> {
  const options = { contentsOnly: true, useAbsoluteBounds: false, paper, region };
  const rendering = await renderRegion(page, options, { fonts, imageBytes });
  if ('nothing' in rendering) throw new Error('Nothing was drawn.');
  return sharp(rendering.picture).removeAlpha().toColourspace('srgb').raw().toBuffer();
}

/** A tile and its pixels. */
export interface DrawnTile extends Region {
  readonly pixels: Buffer;
}

/** The largest difference between what two regions show in the places that both show. */
export function levelsApart(one: DrawnTile, other: DrawnTile): number {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  const rowOf = (of: DrawnTile, y: number): Buffer => {
    const from = (y - of.top) * of.width + left - of.left;
    return of.pixels.subarray(3 * from, 3 * (from + right - left));
  };
  let most = 0;
  for (let y = top; y < bottom; y += 1) {
    const there = rowOf(other, y);
    for (const [at, level] of rowOf(one, y).entries()) most = Math.max(most, Math.abs(level - there[at]!));
  }
  return most;
}
