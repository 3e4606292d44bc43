import type { Paint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { compositionOf } from './blend-modes.ts';
import { coverWith } from './cover-with.ts';
import { drawCut } from './cut-exactly.ts';
import { fillWith } from './fill-with.ts';
import type { Marking } from './marking.ts';
import type { Painter, Target } from './target.ts';

/** Fills an area with a paint. */
export function fillArea(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  if (!target.isExact || !fillExactly(painter, target, area, paint, marking))
    fillWith(painter, target, area, paint, markingOf(target, paint, marking));
}

/** Covers all with the paint, and cuts that to the area px by px; false where no memory is left for it. */
const fillExactly = (painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): boolean =>
  drawCut(
    painter,
    target,
    { bounds: area.ink, areas: [area] },
    ({ target: on }) => coverWith(painter, on, area, paint),
    markingOf(target, paint, marking),
  );

/** How a paint is laid down on what is marked so. */
export const markingOf = (target: Target, { opacity, blendMode }: Paint, marking: Marking): Marking => ({
  alpha: marking.alpha * opacity,
  composition: compositionOf(target, blendMode, marking.composition),
});
