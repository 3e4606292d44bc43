import type { ItemHead, SceneGroup, SceneItem, SceneShape, SceneText } from '../scene/scene.ts';
import { blendStyle } from './blend-modes.ts';
import { defineClip } from './clips.ts';
import { type Part, printPart } from './elements.ts';
import { groupAttributes, groupStyle, type Head, headOf, isEmptyHead } from './item-attributes.ts';
import { type LayerEffects, layerEffects } from './layer-effects.ts';
import { maskedLines } from './masks.ts';
import { shapeParts } from './shapes.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { textParts } from './texts.ts';
import { type Attribute, printGroup } from './xml.ts';

/** The lines of one item. */
export function itemLines(sheet: SvgSheet, item: SceneItem): string[] {
  if (item.opacity === 0) return [];
  if (item.kind === 'shape' || item.kind === 'text') return leafLines(sheet, item);
  return containerLines(sheet, item, item.children, () =>
    item.kind === 'group' ? groupLines(sheet, item) : maskedLines(sheet, item),
  );
}

/** The children, under a clip where the group has one. */
function groupLines(sheet: SvgSheet, { clip, children }: SceneGroup): string[] {
  if (clip === undefined) return sheet.writeItems(children);
  const attributes: Attribute[] = [['clip-path', `url(#${defineClip(sheet, clip)})`]];
  const lines = sheet.writeItems(children);
  return lines.length > 0 ? printGroup('g', attributes, lines) : [];
}

function containerLines(
  sheet: SvgSheet,
  item: SceneItem,
  children: readonly SceneItem[],
  write: () => string[],
): string[] {
  const head = headOf(sheet, item, groupStyle(item, children));
  const effects = layerEffects(sheet, item);
  return enclosed(head, effects, write());
}

/** Lines within a group that has their common attributes; without a group where there are none. */
function enclosed(head: Head, { lead, attributes }: LayerEffects, lines: readonly string[]): string[] {
  if (lines.length === 0 || (isEmptyHead(head) && attributes.length === 0)) return [...lines];
  const [first = '', ...others] = printGroup('g', [...groupAttributes(head), ...attributes], lines);
  return [lead + first, ...others];
}

function leafLines(sheet: SvgSheet, item: SceneShape | SceneText): string[] {
  const head = headOf(sheet, item, blendStyle(item.blendMode));
  const effects = layerEffects(sheet, item);
  const parts = item.kind === 'shape' ? shapeParts(sheet, item) : textParts(sheet, item);
  const [only, another] = parts;
  if (only !== undefined && another === undefined && !effects.hasFilter && canCarry(only, head, item)) {
    const attributes: Attribute[] = [...head.names, ...effects.attributes, ['opacity', head.opacity]];
    return [effects.lead + printPart(only, attributes, head.style)];
  }
  return enclosed(
    head,
    effects,
    parts.map((part) => printPart(part)),
  );
}

/** Whether the only element of a layer can carry the layer's attributes itself. */
function canCarry(part: Part, { opacity, style }: Head, { blendMode }: ItemHead): boolean {
  if (typeof part === 'string') return false;
  const says = opacity !== undefined || style !== undefined;
  return !says || (part.lead === '' && (blendMode === 'NORMAL' || part.blendMode === 'NORMAL'));
}
