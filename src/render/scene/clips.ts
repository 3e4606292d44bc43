import type { Bounds } from '../geometry/bounds.ts';
import { invert } from '../geometry/matrix.ts';
import { boundsOfSize, grow, intersect, transformBounds, unite, uniteAll } from './boxes.ts';
import type { Shaped } from './node-geometry.ts';
import { createOutline } from './outline.ts';
import type { Placement } from './placement.ts';
import type { Outline, SceneItem, SceneShape } from './scene.ts';

/**
 * An upper bound of a stroke's reach: a frame whose child comes that near to its edge is clipped in the original's
 * pictures, even where nothing of the child is cut.
 */
function strokeReach({ outline, stroke }: SceneShape, box: Bounds): Bounds {
  if (stroke === undefined || stroke.align === 'INSIDE') return box;
  return grow(box, outline.form.kind === 'path' ? stroke.weight : 0);
}

/** What an item takes of the plane by its boxes, which may be more than its marks: a text's box counts as well. */
function reachOf(item: SceneItem): Bounds {
  if (item.kind === 'masked') return intersect(reachOf(item.mask), uniteAll(item.children.map(reachOf)));
  if (item.kind === 'text') return unite(item.bounds, transformBounds(boundsOfSize(item.size), item.matrix));
  if (item.kind === 'group')
    return item.clip ? item.bounds : item.children.map(reachOf).reduce(unite, item.bounds);
  const { matrix, size } = item.outline;
  return unite(item.bounds, strokeReach(item, transformBounds(boundsOfSize(size), matrix)));
}

/** The error of inverting a matrix; the original clips for less than a thousandth of a px. */
const slack = 1e-5;

/** Whether a box reaches out of a rectangle, rounded corners included. */
function overflows({ left, top, right, bottom }: Bounds, { form, size }: Shaped): boolean {
  const [fromRight, fromBottom] = [size.width - right, size.height - bottom];
  if (Math.min(left, top, fromRight, fromBottom) < -slack) return left <= right;
  const radii = form.kind === 'rectangle' ? form.radii : [];
  const corners = [
    [left, top],
    [fromRight, top],
    [fromRight, fromBottom],
    [left, fromBottom],
  ] as const;
  return corners.some(([x, y], index) => {
    const radius = radii[index] ?? 0;
    return x < radius && y < radius && Math.hypot(radius - x, radius - y) > radius + slack;
  });
}

/** The outline that cuts a frame's children; undefined where none of them reaches out of it. */
export function clipOf(
  shaped: Shaped,
  { matrix }: Placement,
  children: readonly SceneItem[],
): Outline | undefined {
  const back = invert(matrix);
  if (back === undefined) return undefined;
  const isNeeded = children.some((child) => overflows(transformBounds(reachOf(child), back), shaped));
  if (!isNeeded) return undefined;
  return createOutline(matrix, shaped.form, shaped.size, () => shaped.pieces().map(({ path }) => path));
}
