import type { Bounds } from '../geometry/bounds.ts';
import { grow, intersect, isEmpty } from './boxes.ts';
import type { Effect, SceneItem } from './scene.ts';

/** How far an effect of a whole carries what is in it, in px; undefined where it may be anywhere. */
function reachOf(effect: Effect): number | undefined {
  switch (effect.kind) {
    case 'drop-shadow':
    case 'inner-shadow': {
      const { offset, radius, spread } = effect;
      return Math.max(Math.abs(offset.x), Math.abs(offset.y)) + 2 * radius + Math.abs(spread);
    }
    case 'layer-blur':
    case 'background-blur':
      return 2 * Math.max(effect.radius, effect.progressive?.startRadius ?? 0);
    default:
      return undefined;
  }
}

/** The window in which an item's children must be there for what is seen of it in a window. */
function windowWithin({ effects }: SceneItem, window: Bounds): Bounds | undefined {
  let reach = 0;
  for (const effect of effects) reach += reachOf(effect) ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(reach) ? grow(window, reach) : undefined;
}

function itemIn(item: SceneItem, window: Bounds): SceneItem | undefined {
  if (isEmpty(intersect(item.bounds, window))) return undefined;
  const inner = 'children' in item ? windowWithin(item, window) : undefined;
  if (!('children' in item) || inner === undefined) return item;
  const children = itemsIn(item.children, inner);
  if (children.length === item.children.length && children.every((child, at) => child === item.children[at]))
    return item;
  return children.length === 0 ? undefined : { ...item, children };
}

/** What of the items can be seen in a window, as they are where nothing of them is outside. */
export const itemsIn = (items: readonly SceneItem[], window: Bounds): SceneItem[] =>
  items.flatMap((item) => itemIn(item, window) ?? []);
