import type { BlurEffect, GlassEffect, SceneItem } from '../scene/scene.ts';
import { reachOf, sigmaOf } from './blur.ts';
import { layerReach } from './composite-layer.ts';
import { needsBackdrop } from './isolation.ts';
import { type DeviceBox, deviceBox, sharedBox, type Target } from './target.ts';

/** What is known of a target before it is made. */
export type Place = Pick<Target, 'matrix' | 'scale' | 'box'>;

/** A blur takes nothing visible from farther away, and memory for it would be lacking. */
const farthestPx = 1536;

const isOfBackdrop = (effect: SceneItem['effects'][number]): effect is BlurEffect | GlassEffect =>
  effect.kind === 'background-blur' || effect.kind === 'glass';

/** How far around itself an item reads what lies below it, in px. */
function takesFrom(target: Place, { effects }: SceneItem): number {
  const effect = effects.find(isOfBackdrop);
  if (effect === undefined) return 0;
  const start = 'progressive' in effect ? (effect.progressive?.startRadius ?? 0) : 0;
  return reachOf(sigmaOf(Math.max(effect.radius, start), target)) + 1;
}

/** The box around two. */
function around(one: DeviceBox, other: DeviceBox): DeviceBox {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The box larger by so many px on each side. */
export const grown = ({ left, top, width, height }: DeviceBox, by: number): DeviceBox => ({
  left: left - by,
  top: top - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * What has to be drawn so that the target's box comes out right: items blur what lies around it below them. Asked
 * from the top to the bottom, since an item below is needed wherever one above takes from.
 */
export function neededBox(target: Place, items: readonly SceneItem[]): DeviceBox {
  let needed = target.box;
  for (const item of items.toReversed()) needed = neededBelow({ ...target, box: needed }, item);
  return sharedBox(needed, grown(target.box, farthestPx));
}

function neededBelow(target: Place, item: SceneItem): DeviceBox {
  if (!needsBackdrop(item)) return target.box;
  const reach = layerReach(target, item);
  const seen = { ...target, box: grown(target.box, reach) };
  if (deviceBox(seen, item.bounds, 1) === undefined) return target.box;
  let { box } = seen;
  if ('children' in item)
    for (const child of item.children.toReversed()) box = neededBelow({ ...seen, box }, child);
  const inside = around(target.box, grown(box, -reach));
  const takes = takesFrom(target, item);
  const part = takes > 0 ? deviceBox({ ...target, box: inside }, item.ink, 1) : undefined;
  return part === undefined ? inside : around(inside, grown(part, takes));
}
