import type { Drawing } from './drawing.ts';
import { type JsonRecord, recordsOf } from './json-values.ts';
import { drawMasked, isMask } from './masks.ts';
import type { Placement } from './placement.ts';
import type { SceneItem } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

/** Auto layouts may put their first child on top. */
function childrenInOrder(node: NodeJson): JsonRecord[] {
  const children = recordsOf(node.children);
  return node.itemReverseZIndex === true ? children.reverse() : children;
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
      const item = drawing.drawNode(child, placement);
      if (item) run.push(item);
    }
  }
  finish();
  return drawn;
}
