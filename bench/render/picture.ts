import { renderNode } from '../../src/render/render-node.ts';
import type { ImageFormat, RenderEnvironment, RenderOptions } from '../../src/render/render-options.ts';
import { screenNode } from './screen.ts';

export const frameSource = { node: screenNode(), ancestors: [] };

export const frameOptions = (format: ImageFormat, scale: number): RenderOptions => ({
  ...{ format, scale, contentsOnly: true, useAbsoluteBounds: false },
  ...{ svgOutlineText: true, svgIncludeId: false, svgIncludeNodeId: false, svgSimplifyStroke: true },
});

/** The frame as the SVG that other renderers get. */
export async function frameSvg(environment: RenderEnvironment): Promise<string> {
  const rendering = await renderNode(frameSource, frameOptions('svg', 1), environment);
  if ('nothing' in rendering) throw new Error(`Nothing was drawn: ${rendering.nothing}.`);
  return Buffer.from(rendering.picture).toString();
}
