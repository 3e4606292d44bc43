import type { BlendMode, Effect, Paint, SceneGroup, SceneItem, SceneMasked } from '../scene/scene.ts';
import { isPlainBlend } from './blend-modes.ts';

/** Whether an item, what it holds apart, has such a mode: itself, an effect or a paint of it. */
export function hasMode(item: SceneItem, isSuch: (mode: BlendMode) => boolean): boolean {
  const blends = ({ blendMode }: Paint): boolean => isSuch(blendMode);
  if (isSuch(item.blendMode)) return true;
  if (item.effects.some((effect) => 'blendMode' in effect && isSuch(effect.blendMode))) return true;
  if (isHolder(item)) return false;
  const fills = item.kind === 'text' ? item.fills.flat() : item.fills;
  return fills.some(blends) || (item.stroke?.paints.some(blends) ?? false);
}

/** Whether something holds of an item or of anything in it; each item is asked once. */
export function ofAnyIn(holds: (item: SceneItem) => boolean): (item: SceneItem) => boolean {
  const known = new WeakMap<SceneItem, boolean>();
  const ask = (item: SceneItem): boolean => {
    const before = known.get(item);
    if (before !== undefined) return before;
    const result = holds(item) || (isHolder(item) && item.children.some(ask));
    known.set(item, result);
    return result;
  };
  return ask;
}

const isHolder = (item: SceneItem): item is SceneGroup | SceneMasked =>
  item.kind === 'group' || item.kind === 'masked';

const isBlending = (mode: BlendMode): boolean => !isPlainBlend(mode);

const looksThrough = ({ kind }: Effect): boolean => kind === 'background-blur' || kind === 'glass';

const blendsItself = (item: SceneItem): boolean =>
  hasMode(item, isBlending) || item.effects.some(looksThrough);

/** Whether what an item looks like depends on what lies below it. */
export const needsBackdrop = ofAnyIn(blendsItself);

/** How many marks of an item overlap; 2 stands for more. */
function markCount(item: SceneItem): number {
  if (item.kind === 'group') return item.children.length;
  if (item.kind === 'masked') return 1;
  const strokes = item.stroke?.paints.length ?? 0;
  if (item.kind === 'shape') return item.fills.length * (item.outline.areas.length > 1 ? 2 : 1) + strokes;
  const styles = item.fills.filter((fills) => fills.length > 0);
  const most = styles.reduce((most, { length }) => Math.max(most, length), 0);
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

/** Answers each item once: some are asked for every tile. */
function knownOf(ask: (item: SceneItem) => boolean): (item: SceneItem) => boolean {
  const known = new WeakMap<SceneItem, boolean>();
  return (item) => {
    const before = known.get(item);
    if (before !== undefined) return before;
    const result = ask(item);
    known.set(item, result);
    return result;
  };
}

/** Whether an item looks like what lies below it, apart from its own mode. */
export const looksBelowItself = knownOf((item) => needsBackdrop({ ...item, blendMode: 'NORMAL' }));

/** The same apart from what it blurs below itself, which is drawn before its marks. */
export const marksBlend = knownOf((item) =>
  needsBackdrop({
    ...item,
    blendMode: 'NORMAL',
    effects: item.effects.filter((effect) => !looksThrough(effect)),
  }),
);
