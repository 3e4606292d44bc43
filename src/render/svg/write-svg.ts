import { formatNumber } from '../geometry/print-path.ts';
import type { SceneImages } from '../images.ts';
import type { Scene } from '../scene/scene.ts';
import { fitPicture } from './fit-picture.ts';
import { itemLines } from './item-lines.ts';
import { type SvgOptions, SvgSheet } from './svg-sheet.ts';
import { type Attribute, printAttributes } from './xml.ts';

/**
 * Writes a scene as SVG, in the form of the original's exports: one element on a line, six digits, definitions at
 * the end. Every scene makes a well-formed document.
 */
export function writeSvg(scene: Scene, options: SvgOptions, images: SceneImages): string {
  const sheet = new SvgSheet(scene.root.id, options, images, itemLines);
  const { size, items } = fitPicture(scene);
  const body = sheet.writeItems(items);
  const { definitions } = sheet;
  const [width, height] = [formatNumber(size.width), formatNumber(size.height)];
  const root: Attribute[] = [
    ['width', width],
    ['height', height],
    ['viewBox', `0 0 ${width} ${height}`],
    ['fill', 'none'],
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['xmlns:xlink', sheet.usesLinks ? 'http://www.w3.org/1999/xlink' : undefined],
  ];
  const lines = [`<svg${printAttributes(root)}>`, ...body];
  if (definitions !== '') lines.push(`<defs>\n${definitions}</defs>`);
  return `${lines.join('\n')}\n</svg>\n`;
}
