import { type Bounds, boundsOfPoints } from '../geometry/bounds.ts';
import { transformPath } from '../geometry/matrix.ts';
import { boundsOfSize, transformBounds, unite, uniteAll } from '../scene/boxes.ts';
import type { Outline, SceneItem } from '../scene/scene.ts';
import { isLevel, isSharp } from './curved.ts';
import type { Target } from './target.ts';
import { plainFormOf } from './trace-outline.ts';

/** The box in the scene around all points that make the curves of an item and of what cuts it; undefined where these are level plain forms. */
export function hullOf(item: SceneItem, outline: Outline | undefined): Bounds | undefined {
  const own = item.kind === 'shape' ? hullOfOutline(item.outline) : undefined;
  const cut = outline && hullOfOutline(outline);
  return own !== undefined && cut !== undefined ? unite(own, cut) : (own ?? cut);
}

const hulls = new WeakMap<Outline, Bounds>();

function hullOfOutline(outline: Outline): Bounds | undefined {
  const { matrix, size } = outline;
  if (isSharp(outline)) return undefined;
  if (plainFormOf(outline) !== undefined)
    return isLevel(matrix) ? undefined : transformBounds(boundsOfSize(size), matrix);
  const known = hulls.get(outline);
  if (known !== undefined) return known;
  const hull = uniteAll(outline.areas.map((path) => boundsOfPoints(transformPath(path, matrix))));
  hulls.set(outline, hull);
  return hull;
}

/** Whether a box of the scene lies on the target: the library cuts what reaches beyond that. */
export function isHeld({ box, matrix }: Target, { left, top, right, bottom }: Bounds): boolean {
  const { 0: sx, 3: sy, 4: e, 5: f } = matrix;
  const isAcross = sx * left + e >= box.left && sx * right + e <= box.left + box.width;
  return isAcross && sy * top + f >= box.top && sy * bottom + f <= box.top + box.height;
}
