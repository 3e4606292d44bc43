import type { ItemHead, SceneItem } from '../scene/scene.ts';
import { blendStyle } from './blend-modes.ts';
import { partial } from './colors.ts';
import type { SvgSheet } from './svg-sheet.ts';
import type { Attribute } from './xml.ts';

/** What an item says about itself as a whole; empty where it needs no element of its own. */
export interface Head {
  readonly names: readonly Attribute[];
  readonly opacity: number | undefined;
  readonly style: string | undefined;
}

const isIsolated = (mode: ItemHead['blendMode']): boolean => mode !== 'PASS_THROUGH';

/** Whether something in an item blends with what lies below the item. */
function blendsThrough(item: SceneItem): boolean {
  if (blendStyle(item.blendMode) !== undefined) return true;
  if (item.kind === 'group' || item.kind === 'masked') return blendsInside(item.children, item);
  if (item.opacity < 1 || item.effects.length > 0) return false;
  const paints = item.kind === 'shape' ? [...item.fills, ...(item.stroke?.paints ?? [])] : item.fills.flat();
  return paints.some(({ blendMode }) => blendStyle(blendMode) !== undefined);
}

const blendsInside = (children: readonly SceneItem[], { blendMode, opacity, effects }: ItemHead): boolean =>
  !isIsolated(blendMode) && opacity === 1 && effects.length === 0 && children.some(blendsThrough);

/**
 * The style of a group: how it blends; or that its parts blend with each other alone, where that makes a difference.
 * Opacity and filters isolate by themselves.
 */
export function groupStyle(head: ItemHead, children: readonly SceneItem[]): string | undefined {
  const style = blendStyle(head.blendMode);
  if (style !== undefined || !isIsolated(head.blendMode)) return style;
  if (head.opacity < 1 || head.effects.length > 0) return undefined;
  return children.some(blendsThrough) ? 'isolation:isolate' : undefined;
}

export function headOf(sheet: SvgSheet, item: ItemHead, style: string | undefined): Head {
  return { names: sheet.nameAttributes(item.node), opacity: partial(item.opacity), style };
}

export const isEmptyHead = ({ names, opacity, style }: Head): boolean =>
  names.length === 0 && opacity === undefined && style === undefined;

/** As attributes of a `g`. */
export const groupAttributes = ({ names, opacity, style }: Head): Attribute[] => [
  ...names,
  ['style', style],
  ['opacity', opacity],
];
