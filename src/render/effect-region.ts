import type { Bounds } from './geometry/bounds.ts';
import { grow, moveBounds, unite } from './scene/boxes.ts';
import type { Effect, SceneItem } from './scene/scene.ts';

/** The box that an effect of something with that box can touch. */
function reachOf(effect: Effect, ink: Bounds): Bounds {
  switch (effect.kind) {
    case 'drop-shadow':
      return moveBounds(
        grow(ink, effect.radius + Math.max(0, effect.spread)),
        effect.offset.x,
        effect.offset.y,
      );
    case 'inner-shadow':
      return moveBounds(ink, effect.offset.x, effect.offset.y);
    case 'layer-blur':
    case 'background-blur':
      return grow(ink, effect.radius);
    case 'texture':
      return effect.clipToShape ? ink : grow(ink, effect.radius);
    default:
      return ink;
  }
}

/** The box that an item and all of its effects can touch, as filters of SVG are told it. */
export const effectRegion = ({ effects, ink }: Pick<SceneItem, 'effects' | 'ink'>): Bounds =>
  effects.reduce((all, effect) => unite(all, reachOf(effect, ink)), ink);
