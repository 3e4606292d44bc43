import { effectRegion } from '../effect-region.ts';
import type { Bounds } from '../geometry/bounds.ts';
import { formatNumber } from '../geometry/print-path.ts';
import type { BlurEffect, Effect, Outline, SceneItem } from '../scene/scene.ts';
import { defineFilter, isFiltered } from './filters.ts';
import { areaFigures } from './shapes.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { printTranslation } from './transforms.ts';
import { type Attribute, printAttributes, printElement } from './xml.ts';

/** What a layer's effects add to the element around it. */
export interface LayerEffects {
  /** Stands before the element, on its line. */
  readonly lead: string;
  readonly attributes: readonly Attribute[];
  readonly hasFilter: boolean;
}

const isBackgroundBlur = (effect: Effect): effect is BlurEffect =>
  effect.kind === 'background-blur' && effect.radius > 0;

/** Defines what the effects of an item need. Glass is left out, as in the original's exports. */
export function layerEffects(sheet: SvgSheet, item: SceneItem): LayerEffects {
  const { effects } = item;
  if (effects.length === 0) return { lead: '', attributes: [], hasFilter: false };
  const region = effectRegion(item);
  const filtered = effects.filter(isFiltered);
  const filter = filtered.length > 0 ? `url(#${defineFilter(sheet, filtered, region)})` : undefined;
  const blur = effects.find(isBackgroundBlur);
  const outline = blur && !hidesBackground(item) ? outlineOf(item) : undefined;
  const lead = blur && outline ? backgroundBlur(sheet, blur, outline, region) : '';
  const attributes: Attribute[] = [
    ['filter', filter],
    ['data-figma-bg-blur-radius', lead === '' ? undefined : blur?.radius],
  ];
  return {
    lead,
    attributes: attributes.filter(([, value]) => value !== undefined),
    hasFilter: filter !== undefined,
  };
}

/** The outline behind which the background is blurred: the item's own, or that of the group's lowest shape. */
function outlineOf(item: SceneItem): Outline | undefined {
  if (item.kind === 'shape') return item.outline;
  if (item.kind === 'text') return undefined;
  if (item.kind === 'group' && item.clip) return item.clip;
  const [lowest] = item.children;
  return lowest && outlineOf(lowest);
}

/** Whether nothing of the background is seen: the original blurs none behind a frame with an opaque fill. */
function hidesBackground(item: SceneItem): boolean {
  const lowest = item.kind === 'group' && item.opacity === 1 ? item.children[0] : undefined;
  const fills = lowest?.kind === 'shape' && lowest.opacity === 1 ? lowest.fills : [];
  return fills.some(
    (fill) => fill.kind === 'solid' && fill.opacity * fill.color.a === 1 && fill.blendMode === 'NORMAL',
  );
}

/** A piece of HTML that blurs what lies behind it, as SVG's filters can't. */
function backgroundBlur(
  sheet: SvgSheet,
  { radius }: BlurEffect,
  outline: Outline,
  { left, top, right, bottom }: Bounds,
): string {
  const id = `bgblur_${sheet.next('bgblur')}_${sheet.suffix}_clip_path`;
  const shapes = areaFigures(outline).map(({ tag, attributes }) => printElement(tag, attributes));
  const clip = printAttributes([
    ['id', id],
    ['transform', printTranslation(-left, -top)],
  ]);
  sheet.define('filter', `<clipPath${clip}>${shapes.join('')}\n</clipPath>`);
  const place: Attribute[] = [
    ['x', left],
    ['y', top],
    ['width', right - left],
    ['height', bottom - top],
  ];
  const blurred = `backdrop-filter:blur(${formatNumber(Math.round(radius * 50) / 100)}px)`;
  const style = `${blurred};clip-path:url(#${id});height:100%;width:100%`;
  const html = `<div xmlns="http://www.w3.org/1999/xhtml" style="${style}"></div>`;
  return `<foreignObject${printAttributes(place)}>${html}</foreignObject>`;
}
