import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderNode } from '../src/render/render-node.ts';
import type { RenderOptions } from '../src/render/render-options.ts';
import type { SceneSource } from '../src/render/scene/scene-source.ts';
import { createFontRegistry } from '../src/render/text/font-registry.ts';
import { readFigSource } from '../src/testing/fig-source.ts';
import { corpus, corpusBytes } from './corpus.ts';
import type { Means } from './left-out.ts';

export const fonts = createFontRegistry();

/** What the images endpoint does where nothing is said. */
export const asExported: RenderOptions = {
  format: 'png',
  scale: 1,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

export type ImageBytes = (imageRef: string) => Uint8Array | undefined;

/** Images that lie beside a design, each named by its reference. */
export const imagesBeside =
  (design: string): ImageBytes =>
  (imageRef) => {
    const folder = join(corpus, dirname(design), 'images');
    if (!/^\w+$/.test(imageRef) || !existsSync(folder)) return undefined;
    const [name] = globSync(`${imageRef}.*`, { cwd: folder });
    return name === undefined ? undefined : readFileSync(join(folder, name));
  };

/** Images that a file of the editor holds. */
export function imagesWithin(design: string): ImageBytes {
  const { images = [] } = readFigSource(corpusBytes(design)).companions ?? {};
  const byReference = new Map([...images].map(({ imageRef, bytes }) => [imageRef, bytes]));
  return (imageRef) => byReference.get(imageRef);
}

/** A node has nothing that leaves a mark. */
export class NothingDrawn extends Error {}

/** @throws NothingDrawn */
export async function draw(
  source: SceneSource,
  options: Partial<RenderOptions>,
  images: ImageBytes,
): Promise<Uint8Array> {
  const rendering = await renderNode(
    source,
    { ...asExported, ...options },
    { fonts, imageBytes: async (imageRef) => images(imageRef) },
  );
  if ('nothing' in rendering) throw new NothingDrawn(`Nothing was drawn: ${rendering.nothing}.`);
  return rendering.picture;
}

export const drawSvg = async (source: SceneSource, images: ImageBytes): Promise<string> =>
  Buffer.from(await draw(source, { format: 'svg' }, images)).toString();

/** The fonts and images that a design can be drawn with. */
export const meansFor = (images: ImageBytes): Means => ({
  hasFont: (style) => fonts.find(style).substitution?.reason !== 'family',
  hasImage: (imageRef) => images(imageRef) !== undefined,
});
