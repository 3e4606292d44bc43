import type { Effect, Paint, SceneItem } from '../scene/scene.ts';
import { isPlainBlend } from './blend-modes.ts';

const known = new WeakMap<SceneItem, boolean>();

const blends = ({ blendMode }: Paint): boolean => !isPlainBlend(blendMode);

const effectBlends = (effect: Effect): boolean =>
  effect.kind === 'background-blur' ||
  effect.kind === 'glass' ||
  ('blendMode' in effect && !isPlainBlend(effect.blendMode));

function looksBelow(item: SceneItem): boolean {
  if (!isPlainBlend(item.blendMode) || item.effects.some(effectBlends)) return true;
  if (item.kind === 'group' || item.kind === 'masked') return item.children.some(needsBackdrop);
  const fills = item.kind === 'text' ? item.fills.flat() : item.fills;
  return fills.some(blends) || (item.stroke?.paints.some(blends) ?? false);
}

/** Whether what an item looks like depends on what lies below it. */
export function needsBackdrop(item: SceneItem): boolean {
  const before = known.get(item);
  if (before !== undefined) return before;
  const result = looksBelow(item);
  known.set(item, result);
  return result;
}

/** How many marks of an item overlap; 2 stands for more. */
function markCount(item: SceneItem): number {
  if (item.kind === 'group') return item.children.length;
  if (item.kind === 'masked') return 1;
  const strokes = item.stroke?.paints.length ?? 0;
  if (item.kind === 'shape') return item.fills.length * (item.outline.areas.length > 1 ? 2 : 1) + strokes;
  const styles = item.fills.filter((fills) => fills.length > 0);
  const most = Math.max(0, ...styles.map((fills) => fills.length));
  return most + strokes + (item.layout.lines.some(({ decorations }) => decorations.length > 0) ? 1 : 0);
}

const isWholeEffect = ({ kind }: Effect): boolean => kind === 'layer-blur' || kind === 'texture';

/**
 * Whether an item has to be painted on a layer and composited as a whole; `alpha` is its opacity. A single mark
 * can be faded and blended as it is drawn.
 */
export function needsLayer(item: SceneItem, alpha: number): boolean {
  if (item.effects.some(isWholeEffect)) return true;
  const isGroup = item.kind === 'group' || item.kind === 'masked';
  if (alpha === 1 && isPlainBlend(item.blendMode))
    return isGroup && item.blendMode === 'NORMAL' && item.children.some(needsBackdrop);
  if (item.effects.some(({ kind }) => kind !== 'background-blur')) return true;
  if (item.blendMode === 'LINEAR_BURN') return true;
  if (isGroup) return !isPlainBlend(item.blendMode) || markCount(item) > 1;
  return markCount(item) > 1 || (!isPlainBlend(item.blendMode) && looksBelowItself(item));
}

/** Whether the marks of an item blend by themselves, apart from the item's own mode. */
export const looksBelowItself = (item: SceneItem): boolean => looksBelow({ ...item, blendMode: 'NORMAL' });
