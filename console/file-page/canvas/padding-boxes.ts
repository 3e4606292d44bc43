import type { OwnNode } from '../../../src/code/own-node.ts';
import type { Box } from '../../viewer/view.ts';

/** What the layout of a frame keeps free along its edges. */
export function paddingBoxes({ x, y, width, height }: Box, node: OwnNode | undefined): Box[] {
  if (node?.layoutMode === undefined || node.layoutMode === 'NONE') return [];
  const { paddingLeft = 0, paddingRight = 0, paddingTop = 0, paddingBottom = 0 } = node;
  const inner = height - paddingTop - paddingBottom;
  const boxes: Box[] = [
    { x, y, width, height: paddingTop },
    { x, y: y + height - paddingBottom, width, height: paddingBottom },
    { x, y: y + paddingTop, width: paddingLeft, height: inner },
    { x: x + width - paddingRight, y: y + paddingTop, width: paddingRight, height: inner },
  ];
  return boxes.filter((box) => box.width > 0 && box.height > 0);
}
