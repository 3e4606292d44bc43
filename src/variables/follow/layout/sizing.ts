import { type JsonRecord, numberOr, recordOf } from '../../../render/scene/json-values.ts';

export type Axis = 'HORIZONTAL' | 'VERTICAL';
export type Sizing = 'FIXED' | 'HUG' | 'FILL';

/** The direction in which a frame lays out its children; undefined for one that does not, and for grids. */
export function directionOf({ layoutMode }: JsonRecord): Axis | undefined {
  return layoutMode === 'HORIZONTAL' || layoutMode === 'VERTICAL' ? layoutMode : undefined;
}

/** Whether a child takes part in the layout of its frame. */
export const isInFlow = (node: JsonRecord): boolean =>
  node.visible !== false && node.layoutPositioning !== 'ABSOLUTE';

/** How long a node is along an axis: as the newer property says, else as the older ones of it and its frame do. */
export function sizingOf(node: JsonRecord, axis: Axis, frame: JsonRecord | undefined): Sizing {
  const said = axis === 'HORIZONTAL' ? node.layoutSizingHorizontal : node.layoutSizingVertical;
  if (said === 'FIXED' || said === 'HUG' || said === 'FILL')
    return said === 'FILL' && frame === undefined ? 'FIXED' : said;
  if (frame !== undefined && isStretched(node, axis, frame)) return 'FILL';
  const own = directionOf(node);
  if (own === undefined) return isTextHugging(node, axis) ? 'HUG' : 'FIXED';
  const mode = own === axis ? node.primaryAxisSizingMode : node.counterAxisSizingMode;
  return mode === 'FIXED' ? 'FIXED' : 'HUG';
}

const isStretched = (node: JsonRecord, axis: Axis, frame: JsonRecord): boolean =>
  directionOf(frame) === axis ? numberOr(node.layoutGrow, 0) === 1 : node.layoutAlign === 'STRETCH';

function isTextHugging(node: JsonRecord, axis: Axis): boolean {
  const resize = textAutoResize(node);
  return resize === 'WIDTH_AND_HEIGHT' || (resize === 'HEIGHT' && axis === 'VERTICAL');
}

/** In which directions a text is as large as what it says; undefined for other nodes, and for those in boxes. */
export function textAutoResize(node: JsonRecord): 'WIDTH_AND_HEIGHT' | 'HEIGHT' | undefined {
  if (node.type !== 'TEXT') return undefined;
  const resize = recordOf(node.style)?.textAutoResize;
  return resize === 'WIDTH_AND_HEIGHT' || resize === 'HEIGHT' ? resize : undefined;
}
