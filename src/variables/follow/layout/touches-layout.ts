import type { TwoStates } from '../followed-nodes.ts';
import { textAutoResize } from './sizing.ts';
import { saysOther } from './text-sizes.ts';

const laidOutBy = [
  'size',
  'absoluteBoundingBox',
  'visible',
  'itemSpacing',
  'counterAxisSpacing',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'paddingBottom',
  'minWidth',
  'maxWidth',
  'minHeight',
  'maxHeight',
];

/** Whether what followed may move or resize the node, or others. */
export function touchesLayout({ before, after }: TwoStates): boolean {
  if (laidOutBy.some((key) => before[key] !== after[key])) return true;
  if (textAutoResize(after) !== undefined) return saysOther(before, after);
  return after.strokesIncludedInLayout === true && before.strokeWeight !== after.strokeWeight;
}
