import { type JsonRecord, numberOr } from '../render/scene/json-values.ts';
import { nothing, sizeOf } from '../variables/follow/layout/sizes.ts';
import { type Axis, directionOf, isInFlow, sizingOf } from '../variables/follow/layout/sizing.ts';

/**
 * What a frame that breaks its children into lines costs: the layout looks at all of them for each line. Nothing for
 * other frames.
 */
export function costOfWrapping(frame: JsonRecord, children: readonly JsonRecord[]): number {
  const axis = directionOf(frame);
  if (axis === undefined || frame.layoutWrap !== 'WRAP') return 0;
  const inFlow = children.filter(isInFlow);
  return inFlow.length * mostLines(frame, inFlow, axis);
}

/** As many lines as there may be, whatever comes of lengths that are not fixed. */
function mostLines(frame: JsonRecord, children: readonly JsonRecord[], axis: Axis): number {
  const [limit, start, end] = axis === 'HORIZONTAL' ? across : down;
  const isFixed = sizingOf(frame, axis, undefined) === 'FIXED' && frame.layoutGrow !== 1;
  const padding = Math.max(0, numberOr(frame[start], 0)) + Math.max(0, numberOr(frame[end], 0));
  const room = Math.min(lengthOf(frame, axis), numberOr(frame[limit], 0) || Infinity) - padding;
  if (!isFixed || !(room > 0)) return children.length;
  const gap = Math.max(0, numberOr(frame.itemSpacing, 0));
  let length = 0;
  for (const child of children)
    length += gap + (sizingOf(child, axis, frame) === 'FIXED' ? Math.min(lengthOf(child, axis), room) : room);
  // Two lines that follow one another hold more than one has room for.
  return Math.min(children.length, 1 + (2 * length) / (room + gap));
}

const across = ['maxWidth', 'paddingLeft', 'paddingRight'] as const;
const down = ['maxHeight', 'paddingTop', 'paddingBottom'] as const;

function lengthOf(node: JsonRecord, axis: Axis): number {
  const { width, height } = sizeOf(node) ?? nothing;
  return axis === 'HORIZONTAL' ? width : height;
}
