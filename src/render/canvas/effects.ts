import type { SceneItem } from '../scene/scene.ts';
import type { Marking } from './marking.ts';
import { drawNoise } from './noise.ts';
import { drawDropShadow, drawInnerShadow } from './shadows.ts';
import type { Painter, Target } from './target.ts';

/** Draws the effects that lie under an item. */
export function drawBehind(painter: Painter, target: Target, item: SceneItem, marking: Marking): void {
  for (const effect of item.effects)
    if (effect.kind === 'drop-shadow') drawDropShadow(painter, target, item, effect, marking);
}

/** Draws the effects that lie over an item. */
export function drawInFront(painter: Painter, target: Target, item: SceneItem, marking: Marking): void {
  for (const effect of item.effects) {
    if (effect.kind === 'inner-shadow') drawInnerShadow(painter, target, item, effect, marking);
    if (effect.kind === 'noise') drawNoise(painter, target, item, effect, marking);
  }
}
