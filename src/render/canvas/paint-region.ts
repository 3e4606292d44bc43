import type { Pixels } from '../pixels.ts';
import type { Color, SceneItem } from '../scene/scene.ts';
import { grown, neededBox, type Place } from './backdrop-reach.ts';
import { reachOf, sigmaOf } from './blur.ts';
import { opaqueCss } from './css-color.ts';
import { bleedPx } from './curved.ts';
import { paintItems } from './paint-item.ts';
import { clipToBox, type DeviceBox, deviceBox, type Painter, type Target } from './target.ts';

/** A rectangle of the plane, in whole px of the plane at its scale. */
export interface Region extends DeviceBox {
  /** Px for a px of the scene. */
  readonly scale: number;
}

/** What a region may paint apart, each px once: eight times a tile's own. */
const mostWholePx = 2 ** 21;

/** How much of that is too large a region may cut exactly instead: 64 times what a tile draws. */
const mostExactPx = 2 ** 24;

/** Tiles of a page seen from afar show thousands of texts, whose letters are no larger than this. */
const wordsBelowPx = 2;

const placeOf = ({ scale, ...box }: Region): Place => ({ matrix: [scale, 0, 0, scale, 0, 0], scale, box });

/** How far shadows reach beyond the render bounds of files. */
function tailOf(place: Place, items: readonly SceneItem[]): number {
  const radius = items.reduce((most, item) => Math.max(most, largestShadow(item)), 0);
  return radius === 0 ? 0 : Math.max(0, reachOf(sigmaOf(radius, place)) - radius * place.scale) + 1;
}

const largestShadows = new WeakMap<SceneItem, number>();

/** The largest radius of a drop shadow in an item. */
function largestShadow(item: SceneItem): number {
  const known = largestShadows.get(item);
  if (known !== undefined) return known;
  const own = item.effects.map((effect) => (effect.kind === 'drop-shadow' ? effect.radius : 0));
  const inside = 'children' in item ? item.children.map(largestShadow) : [];
  const largest = [...own, ...inside].reduce((most, radius) => Math.max(most, radius), 0);
  largestShadows.set(item, largest);
  return largest;
}

/** Whether an item may be seen in a region, or what is seen of others there may depend on it. */
export function seenIn(region: Region, items: readonly SceneItem[]): (item: SceneItem) => boolean {
  const place = placeOf(region);
  const tail = tailOf(place, items);
  const needed = { ...place, box: neededBox(place, items) };
  return (item) => deviceBox(needed, item.bounds, 1 + tail) !== undefined;
}

/**
 * Draws what a region shows of items that lie on paper. Drawn beside each other, regions show what a larger one shows
 * at once: what reaches into a region, or is blurred into it, is drawn for it as well, and what they show parts of is
 * painted as a whole.
 *
 * @returns undefined where no memory is left
 */
export function paintRegion(
  painter: Painter,
  items: readonly SceneItem[],
  paper: Color,
  region: Region,
): Pixels | undefined {
  const place = placeOf(region);
  const box = grown(neededBox(place, items), bleedPx);
  const canvas = painter.pool.take(box.width, box.height);
  if (canvas === undefined) return undefined;
  const corner = { left: region.left - box.left, top: region.top - box.top };
  const target: Target = {
    context: canvas.getContext('2d'),
    canvas,
    matrix: [region.scale, 0, 0, region.scale, -box.left, -box.top],
    scale: region.scale,
    box: { ...box, left: 0, top: 0 },
    isVector: false,
    shown: { ...corner, width: region.width, height: region.height },
  };
  try {
    clipToBox(target.context, target.box);
    target.context.fillStyle = opaqueCss(paper);
    target.context.fillRect(0, 0, box.width, box.height);
    const limits = {
      tailPx: tailOf(place, items),
      wordsBelowPx,
      wholePx: { left: mostWholePx },
      exactPx: { left: mostExactPx },
    };
    paintItems({ ...painter, ...limits }, target, items, 1);
    const { width, height } = region;
    const { data } = target.context.getImageData(corner.left, corner.top, width, height);
    return { bytes: data, width, height };
  } finally {
    painter.pool.give(canvas);
  }
}
