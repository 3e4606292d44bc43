import { multiply, translation } from '../geometry/matrix.ts';
import { type Drawing, leaveOut } from './drawing.ts';
import { stringOf } from './json-values.ts';
import { rectangleOf, type Shaped } from './node-geometry.ts';
import type { Placement } from './placement.ts';
import type { SceneItem } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { layered, paintedShape } from './shapes.ts';
import { drawText } from './texts.ts';

const ink = [{ type: 'SOLID', color: { r: 0.118, g: 0.118, b: 0.118, a: 1 } }];

/** How text within a shape is set; the interface gives its characters alone. */
interface LabelStyle {
  readonly inset: number;
  readonly horizontal: 'LEFT' | 'CENTER';
  readonly vertical: 'TOP' | 'CENTER';
}

/** A text node of ours in the room of another node. */
function labelNode(node: NodeJson, style: Record<string, unknown>): NodeJson {
  return {
    id: node.id,
    name: node.name,
    type: node.type,
    characters: node.characters,
    fills: ink,
    style: { fontFamily: 'Inter', fontWeight: 500, fontSize: 16, textAutoResize: 'NONE', ...style },
  };
}

function drawLabel(
  drawing: Drawing,
  node: NodeJson,
  placement: Placement,
  style: LabelStyle,
): SceneItem | undefined {
  if (!stringOf(node.characters)) return undefined;
  leaveOut(drawing, node, 'The file tells no style of its text: Inter stands in.');
  const { size, matrix } = placement;
  const room = {
    width: Math.max(0, size.width - 2 * style.inset),
    height: Math.max(0, size.height - 2 * style.inset),
  };
  const place = { ...placement, size: room, matrix: multiply(matrix, translation(style.inset, style.inset)) };
  const label = labelNode(node, { textAlignHorizontal: style.horizontal, textAlignVertical: style.vertical });
  return drawText(drawing, label, place);
}

/** Draws a shape of FigJam with the text in it. */
export const labelled =
  (shapeOf: (node: NodeJson, size: Placement['size']) => Shaped | undefined, style: LabelStyle) =>
  (drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined => {
    const shaped = shapeOf(node, placement.size);
    if (shaped === undefined) leaveOut(drawing, node, `The outline of its shape is not known.`);
    const back = paintedShape(drawing, node, shaped ?? rectangleOf(node, placement.size), placement);
    const text = drawLabel(drawing, node, placement, style);
    return layered(
      drawing,
      node,
      [back, text].filter((part) => part !== undefined),
    );
  };

/** Px from a section's top edge up to its title. */
const titleHeight = 28;

/** The name of a section, over its top left corner. */
export function drawTitle(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const style = { fontSize: 14, textAutoResize: 'WIDTH_AND_HEIGHT', textAlignVertical: 'CENTER' };
  const title = labelNode({ ...node, characters: node.name }, style);
  const size = { width: placement.size.width, height: titleHeight };
  return drawText(drawing, title, {
    ...placement,
    size,
    matrix: multiply(placement.matrix, translation(0, -titleHeight)),
  });
}
