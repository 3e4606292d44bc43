import { joinPaths, type Path, withRule } from './path.ts';
import {
  type Axes,
  type Box,
  type CornerRadii,
  cornerRadiiOf,
  ellipticRectanglePath,
  type Size,
} from './rectangle.ts';
import type { StrokeAlign } from './stroke.ts';

/** The contract's `individualStrokeWeights`. */
export type SideWeights = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

/** Which share of a weight lies outside of the box. */
const outerShare: Readonly<Record<StrokeAlign, number>> = { INSIDE: 0, CENTER: 0.5, OUTSIDE: 1 };

const grownBox = ({ width, height }: Size, weights: SideWeights, share: number): Box => ({
  left: -weights.left * share,
  top: -weights.top * share,
  right: width + weights.right * share,
  bottom: height + weights.bottom * share,
});

/** A corner's half axes after its two sides moved out by that share; a sharp corner stays sharp. */
function grownAxes(radii: CornerRadii, weights: SideWeights, share: number): Axes[] {
  const { top, right, bottom, left } = weights;
  const sides: readonly Axes[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return sides.map(([x, y], index) => {
    const radius = radii[index]!;
    return radius > 0 ? [Math.max(0, radius + x * share), Math.max(0, radius + y * share)] : [0, 0];
  });
}

/** Radii that fit the box, all shrunk alike. */
function fittedRadii({ width, height }: Size, radii: CornerRadii): CornerRadii {
  const [a, b, c, d] = radii;
  const ratio = Math.min(1, width / (a + b), width / (c + d), height / (b + c), height / (a + d));
  return [a * ratio, b * ratio, c * ratio, d * ratio];
}

/** An inner box that its strokes fill entirely has no area left. */
function innerBox(box: Box): Box {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const { left, top, right, bottom } = box;
  return {
    left: Math.min(left, x),
    right: Math.max(right, x),
    top: Math.min(top, y),
    bottom: Math.max(bottom, y),
  };
}

/**
 * The area of a rectangle's stroke whose sides differ: the even-odd area between an outer and an inner box. The
 * rounding follows each side's weight, so that a corner between two weights becomes a quarter ellipse.
 */
export function sideStroke(
  size: Size,
  weights: SideWeights,
  align: StrokeAlign,
  radius: number | CornerRadii = 0,
): Path {
  const radii = fittedRadii(size, cornerRadiiOf(radius));
  const outer = outerShare[align];
  const paths = [outer, outer - 1].map((share) => {
    const box = grownBox(size, weights, share);
    return ellipticRectanglePath(share < 0 ? innerBox(box) : box, grownAxes(radii, weights, share));
  });
  return withRule(joinPaths(paths), 'EVENODD');
}
