import type { Bounds } from '../geometry/bounds.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { CornerRadii } from '../geometry/rectangle.ts';
import { grow, transformBounds } from '../scene/boxes.ts';
import type { Outline, SceneItem } from '../scene/scene.ts';
import { type DeviceBox, deviceBox, type Target } from './target.ts';

// By place, here and below: taking an array apart in order makes garbage, and this is asked of every item.
const largestOf = (radii: CornerRadii): number => Math.max(radii[0], radii[1], radii[2], radii[3]);

/** How far from a corner the edges of a form are no longer straight: all along where it is no rectangle. */
const cornerOf = ({ form }: Pick<Outline, 'form'>): number =>
  form.kind === 'rectangle' ? largestOf(form.radii) * (1 + form.smoothing) : Infinity;

/** Whether a box lies within a rectangle, its round corners left out. */
export function isWithin(
  { left, top, right, bottom }: Bounds,
  outline: Pick<Outline, 'form' | 'size'>,
): boolean {
  const { form, size } = outline;
  const corner = cornerOf(outline);
  const radius = form.kind === 'rectangle' ? largestOf(form.radii) : Infinity;
  // The square that fits into a round corner begins at this share of the radius.
  const inset = (1 - Math.SQRT1_2) * radius - 0.001;
  const isInCross =
    (left >= corner && right <= size.width - corner && top >= 0 && bottom <= size.height) ||
    (top >= corner && bottom <= size.height - corner && left >= 0 && right <= size.width);
  return (
    isInCross ||
    (left >= inset && top >= inset && right <= size.width - inset && bottom <= size.height - inset)
  );
}

function sceneBox({ matrix }: Target, { left, top, width, height }: DeviceBox): Bounds {
  const { 0: sx, 3: sy, 4: e, 5: f } = matrix;
  return {
    left: (left - e) / sx,
    top: (top - f) / sy,
    right: (left + width - e) / sx,
    bottom: (top + height - f) / sy,
  };
}

/** Rounding errors in px of the scene; less than this can't be seen. */
const slack = 0.001;

/**
 * Whether an outline leaves all px whole that an item touches, so that the item need not be cut by it: drawing
 * within round corners takes half as long again. `back` is the inverse of the outline's matrix; px that lie farther
 * than `beyond` from what is seen do not count.
 */
export function isUncut(
  target: Target,
  item: SceneItem,
  outline: Pick<Outline, 'form' | 'size'>,
  back: Matrix,
  beyond = Infinity,
): boolean {
  const box = deviceBox(target, item.bounds, 0, beyond);
  return box !== undefined && isWithin(transformBounds(grow(sceneBox(target, box), -slack), back), outline);
}
