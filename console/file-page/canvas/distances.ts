import type { Box } from '../../viewer/view.ts';

/** A straight line between two edges, and how long it is in px of the canvas. */
export interface Distance {
  readonly box: Box;
  readonly length: number;
}

const right = ({ x, width }: Box): number => x + width;
const bottom = ({ y, height }: Box): number => y + height;
const middle = (from: number, to: number): number => (from + to) / 2;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);

/** How far two boxes are from one another: on all sides where one is in the other, else across the gap between them. */
export function distancesBetween(one: Box, other: Box): Distance[] {
  if (isInside(one, other)) return sides(one, other);
  if (isInside(other, one)) return sides(other, one);
  return [...gapAcross(one, other), ...gapDown(one, other)];
}

function sides(inner: Box, outer: Box): Distance[] {
  const [x, y] = [middle(inner.x, right(inner)), middle(inner.y, bottom(inner))];
  return [
    across(outer.x, inner.x, y),
    across(right(inner), right(outer), y),
    down(outer.y, inner.y, x),
    down(bottom(inner), bottom(outer), x),
  ].filter(({ length }) => length > 0);
}

const across = (from: number, to: number, y: number): Distance => ({
  box: { x: from, y, width: to - from, height: 0 },
  length: to - from,
});
const down = (from: number, to: number, x: number): Distance => ({
  box: { x, y: from, width: 0, height: to - from },
  length: to - from,
});

function gapAcross(one: Box, other: Box): Distance[] {
  const [left, next] = one.x <= other.x ? [one, other] : [other, one];
  const y = middle(Math.max(one.y, other.y), Math.min(bottom(one), bottom(other)));
  return next.x > right(left) ? [across(right(left), next.x, y)] : [];
}

function gapDown(one: Box, other: Box): Distance[] {
  const [upper, next] = one.y <= other.y ? [one, other] : [other, one];
  const x = middle(Math.max(one.x, other.x), Math.min(right(one), right(other)));
  return next.y > bottom(upper) ? [down(bottom(upper), next.y, x)] : [];
}
