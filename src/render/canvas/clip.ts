import type { Bounds } from '../geometry/bounds.ts';
import type { Outline, SceneItem } from '../scene/scene.ts';
import { type Area, areasOf } from './area.ts';
import { glyphRunsOf, runArea } from './glyph-marks.ts';
import { type Target, useMatrix } from './target.ts';

const nowhere: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** Cuts what is drawn from now on until `restore` to the areas together. */
function clipToAreas(target: Target, areas: readonly Area[]): void {
  const { context } = target;
  context.beginPath();
  for (const area of areas) {
    useMatrix(target, area.matrix);
    area.trace(context);
  }
  context.clip(areas.length === 1 ? areas[0]!.rule : 'nonzero');
}

/** Cuts to an outline. */
export const clipToOutline = (target: Target, outline: Outline): void =>
  clipToAreas(target, areasOf(outline, nowhere));

/** Everything an item consists of as areas, whatever its paints. */
export function outlineAreas(item: SceneItem): Area[] {
  if (item.kind === 'shape') return areasOf(item.outline, item.ink);
  if (item.kind === 'text') return glyphRunsOf(item).map((run) => runArea(item, run));
  return item.children.flatMap(outlineAreas);
}

/** Cuts to the outlines of an item and of those in it. */
export const clipToItem = (target: Target, item: SceneItem): void => clipToAreas(target, outlineAreas(item));

/** Leaves out the areas from what is drawn from now on until `restore`. */
export function clipOut(target: Target, areas: readonly Area[]): void {
  const { context, box } = target;
  for (const area of areas) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    useMatrix(target, area.matrix);
    area.trace(context);
    context.clip('evenodd');
  }
}
