import { invert } from '../geometry/matrix.ts';
import type { Effect, Outline, SceneItem, SceneShape } from '../scene/scene.ts';
import { reachOf, sigmaOf } from './blur.ts';
import type { Painter, Target } from './target.ts';
import { turnedImages } from './turned-images.ts';
import { isUncut } from './within-outline.ts';

/** Whether what is seen, and what effects take from beside that, is not all inside of a plain shape, of what cuts it and of its images. */
export function isEdgeInSight(
  painter: Painter,
  target: Target,
  item: SceneItem,
  outline: Outline | undefined,
): boolean {
  if (item.kind !== 'shape') return true;
  const beyond = Math.ceil(takesFrom(target, item)) + 1;
  return [item.outline, outline, ...turnedImages(painter, item)].some(
    (each) => each !== undefined && !isAllWithin(target, item, each, beyond),
  );
}

/** How far from an edge its stroke and effects can be seen, in px. */
function takesFrom(target: Target, { effects, stroke }: SceneShape): number {
  const reaches = effects.map((effect) => effectReach(target, effect));
  return Math.max(0, ...reaches) + (stroke?.weight ?? 0) * target.scale;
}

function effectReach(target: Target, effect: Effect): number {
  if (effect.kind === 'noise') return 0;
  const blurred = reachOf(sigmaOf(effect.radius, target));
  if (effect.kind === 'texture') return effect.radius * target.scale;
  if (!('offset' in effect)) return blurred;
  const { x, y } = effect.offset;
  return blurred + (Math.hypot(x, y) + Math.abs(effect.spread)) * target.scale;
}

function isAllWithin(
  target: Target,
  item: SceneItem,
  outline: Pick<Outline, 'matrix' | 'size' | 'form'>,
  beyond: number,
): boolean {
  const back = invert(outline.matrix);
  return back !== undefined && isUncut(target, item, outline, back, beyond);
}
