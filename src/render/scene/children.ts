import type { Bounds } from '../geometry/bounds.ts';
import { intersect, isEmpty } from './boxes.ts';
import type { Drawing } from './drawing.ts';
import { type JsonRecord, recordsOf } from './json-values.ts';
import { drawMasked, isMask } from './masks.ts';
import { type Placement, sceneBounds } from './placement.ts';
import type { SceneItem } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

/** Auto layouts may put their first child on top. */
function childrenInOrder(node: NodeJson): JsonRecord[] {
  const children = recordsOf(node.children);
  return node.itemReverseZIndex === true ? children.reverse() : children;
}

const isApart = (box: Bounds | undefined, window: Bounds): boolean =>
  box !== undefined && isEmpty(intersect(box, window));

/** Draws a child, unless it lies where the picture does not show it; mostly the file says so before it is built. */
function drawChild(drawing: Drawing, child: JsonRecord, placement: Placement): SceneItem | undefined {
  const { window } = drawing;
  if (window && isApart(sceneBounds(child.absoluteRenderBounds, placement), window)) return undefined;
  const item = drawing.drawNode(child, placement);
  return window && isApart(item?.bounds, window) ? undefined : item;
}

/** Draws a node's children from the bottom to the top; a mask takes those that follow it, up to the next mask. */
export function drawChildren(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem[] {
  const drawn: SceneItem[] = [];
  let mask: JsonRecord | undefined;
  let run: SceneItem[] = drawn;
  const finish = (): void => {
    const masked = mask && drawMasked(drawing, mask, placement, run);
    if (masked) drawn.push(masked);
  };
  for (const child of childrenInOrder(node)) {
    if (isMask(child)) {
      finish();
      [mask, run] = [child, []];
    } else {
      const item = drawChild(drawing, child, placement);
      if (item) run.push(item);
    }
  }
  finish();
  return drawn;
}
