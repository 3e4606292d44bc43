import type { JsonRecord } from '../../../render/scene/json-values.ts';
import type { LayoutNode, State } from './layout-tree.ts';
import { type MeasureText, nothing, type Size, sizeOf } from './sizes.ts';
import { textAutoResize } from './sizing.ts';

/** Beyond rounding. */
export const isOther = (one: number, other: number): boolean => Math.abs(one - other) > 0.01;

/**
 * The size of a text in one of its states, at a width where it wraps. The size in the file counts; measuring only
 * says by how much it grows, so that missing fonts do no harm where nothing changes.
 */
export function* textSize(
  { before, after }: LayoutNode,
  state: State,
  measure: MeasureText,
  widthPx?: number,
): Generator<undefined, Size> {
  const size = sizeOf(before) ?? nothing;
  const wraps = textAutoResize(before) === 'HEIGHT';
  const width = wraps ? (widthPx ?? size.width) : undefined;
  const isSame = state === 'before' || !saysOther(before, after);
  if (isSame && (width === undefined || !isOther(width, size.width))) return size;
  const earlier = yield* measure(before, wraps ? size.width : undefined);
  const later = yield* measure(state === 'before' ? before : after, width);
  const height = Math.max(0, size.height + later.height - earlier.height);
  return { width: width ?? Math.max(0, size.width + later.width - earlier.width), height };
}

/** Whether a text may be larger or smaller than before. */
export const saysOther = (before: JsonRecord, after: JsonRecord): boolean =>
  ['characters', 'style', 'styleOverrideTable', 'characterStyleOverrides'].some(
    (key) => before[key] !== after[key],
  );
