import type { SceneShape } from '../scene/scene.ts';
import { areasOf } from './area.ts';
import { fillArea } from './fill-area.ts';
import type { Marking } from './marking.ts';
import { paintStroke } from './paint-stroke.ts';
import type { Painter, Target } from './target.ts';

/** Draws a shape: its fills, the stroke over them. */
export function paintShape(painter: Painter, target: Target, item: SceneShape, marking: Marking): void {
  const { outline, fills, stroke, ink } = item;
  if (fills.length > 0) {
    const areas = areasOf(outline, ink);
    for (const paint of fills) for (const area of areas) fillArea(painter, target, area, paint, marking);
  }
  if (stroke !== undefined)
    paintStroke(painter, target, { matrix: outline.matrix, size: outline.size, ink }, stroke, marking);
}
