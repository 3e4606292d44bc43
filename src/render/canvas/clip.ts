import type { Bounds } from '../geometry/bounds.ts';
import { invert } from '../geometry/matrix.ts';
import type { Outline, SceneItem } from '../scene/scene.ts';
import { type Area, areasOf } from './area.ts';
import { glyphRunsOf, runArea } from './glyph-marks.ts';
import type { Target } from './target.ts';

const nowhere: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** Cuts what is drawn from now on until `restore` to the areas together. */
export function clipToAreas({ context, matrix }: Target, areas: readonly Area[]): void {
  context.setTransform(...matrix);
  context.beginPath();
  for (const area of areas) traceOver(context, area);
  context.clip(areas.length === 1 ? areas[0]!.rule : 'nonzero');
}

/** Adds an area to a path that was begun in coordinates of the scene, and returns to these. */
function traceOver(context: Target['context'], area: Area): void {
  const back = invert(area.matrix);
  if (back === undefined) return;
  // Not `setTransform`, which takes along what is in the path already.
  context.transform(...area.matrix);
  area.trace(context);
  context.transform(...back);
}

/** Cuts to an outline. */
export const clipToOutline = (target: Target, outline: Outline): void =>
  clipToAreas(target, areasOf(outline, nowhere));

/** Everything an item consists of as areas, whatever its paints; what cuts its parts stands for these. */
export function outlineAreas(item: SceneItem): Area[] {
  if (item.kind === 'shape') return areasOf(item.outline, item.ink);
  if (item.kind === 'text') return glyphRunsOf(item).map((run) => runArea(item, run));
  if (item.kind === 'group' && item.clip !== undefined) return areasOf(item.clip, item.ink);
  return item.children.flatMap(outlineAreas);
}

/** Cuts to the outlines of an item and of those in it. */
export const clipToItem = (target: Target, item: SceneItem): void => clipToAreas(target, outlineAreas(item));

/** Leaves out the areas from what is drawn from now on until `restore`. */
export function clipOut(target: Target, areas: readonly Area[]): void {
  const { context, box, matrix } = target;
  for (const area of areas) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.transform(...matrix);
    traceOver(context, area);
    context.clip('evenodd');
  }
}
