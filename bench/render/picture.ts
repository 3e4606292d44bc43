import { renderNode } from '../../src/render/render-node.ts';
import type { ImageFormat, RenderEnvironment, RenderOptions } from '../../src/render/render-options.ts';
import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import { screenNode } from './screen.ts';

export const frameSource = { node: screenNode(), ancestors: [] };

let lastText = 0;

/** The frame as it is after each of its texts was changed: none was drawn before. */
export const unseenFrame = (): typeof frameSource => ({
  ...frameSource,
  node: withUnseenTexts(frameSource.node),
});

function withUnseenTexts(node: NodeJson): NodeJson {
  const children = node.children as readonly NodeJson[] | undefined;
  if (children !== undefined) return { ...node, children: children.map(withUnseenTexts) };
  if (typeof node.characters !== 'string') return node;
  lastText += 1;
  return {
    ...node,
    characters: `${node.characters.slice(0, -5)}${lastText}`.padEnd(node.characters.length, 'x'),
  };
}

export const frameOptions = (format: ImageFormat, scale: number): RenderOptions => ({
  format,
  scale,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
});

/** The frame as the SVG that other renderers get. */
export async function frameSvg(environment: RenderEnvironment): Promise<string> {
  const rendering = await renderNode(frameSource, frameOptions('svg', 1), environment);
  if ('nothing' in rendering) throw new Error(`Nothing was drawn: ${rendering.nothing}.`);
  return Buffer.from(rendering.picture).toString();
}
