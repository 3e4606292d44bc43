import type { Bounds } from '../geometry/bounds.ts';
import { invert } from '../geometry/matrix.ts';
import { transformBounds } from '../scene/boxes.ts';
import type { Outline, SceneItem } from '../scene/scene.ts';
import { type Area, areasOf } from './area.ts';
import { glyphRunsOf, runArea } from './glyph-marks.ts';
import { beginArea, traceArea } from './joints.ts';
import type { Target } from './target.ts';

/** Cuts what is drawn from now on until `restore` to the areas together. */
function clipToAreas(target: Target, areas: readonly Area[]): void {
  const { context, matrix } = target;
  const [area, ...others] = areas;
  if (area !== undefined && others.length === 0) {
    beginArea(target, area);
    context.clip(area.rule);
    return;
  }
  context.setTransform(...matrix);
  context.beginPath();
  for (const area of areas) traceOver(target, area);
  context.clip('nonzero');
}

/** Adds an area to a path that was begun in coordinates of the scene, and returns to these. */
function traceOver(target: Target, area: Area): void {
  const { context } = target;
  const back = invert(area.matrix);
  if (back === undefined) return;
  // Not `setTransform`, which takes along what is in the path already.
  context.transform(...area.matrix);
  traceArea(target, area);
  context.transform(...back);
}

const boundsOnScene = ({ matrix, size }: Outline): Bounds =>
  transformBounds({ left: 0, top: 0, right: size.width, bottom: size.height }, matrix);

/** Cuts to an outline. */
export const clipToOutline = (target: Target, outline: Outline): void =>
  clipToAreas(target, areasOf(outline, boundsOnScene(outline)));

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
  const { context, box, matrix } = target;
  for (const area of areas) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.transform(...matrix);
    traceOver(target, area);
    context.clip('evenodd');
  }
}
