import { type JsonRecord, listOf, numberOf, numberOr, recordOf } from '../../render/scene/json-values.ts';
import { isAlias } from '../values.ts';
import { type FollowedValues, numberIn } from './followed-value.ts';

/** In the order of `rectangleCornerRadii`, as bindings name them: alone, and inside the property's own. */
const corners = [
  ['topLeftRadius', 'RECTANGLE_TOP_LEFT_CORNER_RADIUS'],
  ['topRightRadius', 'RECTANGLE_TOP_RIGHT_CORNER_RADIUS'],
  ['bottomRightRadius', 'RECTANGLE_BOTTOM_RIGHT_CORNER_RADIUS'],
  ['bottomLeftRadius', 'RECTANGLE_BOTTOM_LEFT_CORNER_RADIUS'],
] as const;

/** One radius where all corners have the same and the node says it so, else one for each. */
export function followCorners(node: JsonRecord, values: FollowedValues): JsonRecord | undefined {
  const bound = recordOf(node.boundVariables) ?? {};
  const grouped = recordOf(bound.rectangleCornerRadii) ?? {};
  const followed = corners.map(([own, inGroup]) => boundNumber(bound[own] ?? grouped[inGroup], values));
  if (followed.every((radius) => radius === undefined)) return undefined;
  const [one, listed] = [numberOr(node.cornerRadius, 0), listOf(node.rectangleCornerRadii)];
  const radii = followed.map((radius, index) => radius ?? numberOr(listed[index], one));
  const isEven = radii.every((radius) => radius === radii[0]);
  const even = isEven && node.cornerRadius !== undefined ? { cornerRadius: radii[0] } : {};
  const isSaidByOne = isEven && node.cornerRadius !== undefined && node.rectangleCornerRadii === undefined;
  return isSaidByOne ? even : { ...even, rectangleCornerRadii: radii };
}

const sides = [
  ['top', 'BORDER_TOP_WEIGHT'],
  ['right', 'BORDER_RIGHT_WEIGHT'],
  ['bottom', 'BORDER_BOTTOM_WEIGHT'],
  ['left', 'BORDER_LEFT_WEIGHT'],
] as const;

/** One weight where all sides have the same, else one for each; `strokeWeight` is the largest then. */
export function followStrokeSides(node: JsonRecord, values: FollowedValues): JsonRecord | undefined {
  const bound = recordOf(recordOf(node.boundVariables)?.individualStrokeWeights) ?? {};
  const followed = sides.map(([side, other]) => boundNumber(bound[side] ?? bound[other], values));
  if (followed.every((weight) => weight === undefined)) return undefined;
  const [one, listed] = [numberOr(node.strokeWeight, 0), recordOf(node.individualStrokeWeights)];
  const weights = sides.map(([side], index) => followed[index] ?? numberOf(listed?.[side]) ?? one);
  const strokeWeight = Math.max(...weights);
  const isEven = weights.every((weight) => weight === strokeWeight);
  if (isEven && listed === undefined) return { strokeWeight };
  const named = Object.fromEntries(sides.map(([side], index) => [side, weights[index]]));
  return { strokeWeight, individualStrokeWeights: named };
}

function boundNumber(binding: unknown, values: FollowedValues): number | undefined {
  const followed = isAlias(binding) ? values(binding.id) : undefined;
  return followed && numberIn(followed, 0);
}
