import type { SceneImages } from '../images.ts';
import type { Scene } from '../scene/scene.ts';
import { itemLines } from './items.ts';
import { type SvgOptions, SvgSheet } from './sheet.ts';
import { type Attribute, printAttributes } from './xml.ts';

/**
 * Writes a scene as SVG, in the form of the original's exports: one element on a line, six digits, definitions at
 * the end. Every scene makes a well-formed document.
 */
export function writeSvg(scene: Scene, options: SvgOptions, images: SceneImages): string {
  const sheet = new SvgSheet(scene.root.id, options, images, itemLines);
  const body = sheet.writeItems(scene.items);
  const { definitions } = sheet;
  const width = Math.ceil(scene.size.width);
  const height = Math.ceil(scene.size.height);
  const root: Attribute[] = [
    ['width', String(width)],
    ['height', String(height)],
    ['viewBox', `0 0 ${width} ${height}`],
    ['fill', 'none'],
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['xmlns:xlink', sheet.usesLinks ? 'http://www.w3.org/1999/xlink' : undefined],
  ];
  const lines = [`<svg${printAttributes(root)}>`, ...body];
  if (definitions !== '') lines.push(`<defs>\n${definitions}</defs>`);
  return `${lines.join('\n')}\n</svg>\n`;
}
