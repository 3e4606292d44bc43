import type { Bounds } from '../geometry/bounds.ts';
import { invert } from '../geometry/matrix.ts';
import { contains, emptyBounds, transformBounds, unite, uniteAll } from './boxes.ts';
import { drawChildren } from './children.ts';
import type { Drawing } from './drawing.ts';
import { rectangleOf, type Shaped } from './forms.ts';
import { layerHead, partHead } from './item-head.ts';
import { createOutline } from './outline.ts';
import { boundsOfPlacement, type Placement } from './placement.ts';
import type { Outline, SceneGroup, SceneItem } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { paintedShape } from './shapes.ts';

const slack = 0.001;

/** Whether a box reaches out of a rectangle, rounded corners included. */
function overflows({ left, top, right, bottom }: Bounds, { form, size }: Shaped): boolean {
  if (!contains({ left: 0, top: 0, right: size.width, bottom: size.height }, { left, top, right, bottom }))
    return true;
  const radii = form.kind === 'rectangle' ? form.radii : [];
  const corners = [
    [left, top],
    [size.width - right, top],
    [size.width - right, size.height - bottom],
    [left, size.height - bottom],
  ] as const;
  return corners.some(([x, y], index) => {
    const radius = radii[index] ?? 0;
    return x < radius && y < radius && Math.hypot(radius - x, radius - y) > radius + slack;
  });
}

/** The outline that cuts the children; undefined where nothing reaches out of it. */
function clipOf(
  node: NodeJson,
  shaped: Shaped,
  { matrix }: Placement,
  children: readonly SceneItem[],
): Outline | undefined {
  const back = node.clipsContent === true ? invert(matrix) : undefined;
  if (back === undefined) return undefined;
  const isNeeded = children.some(({ bounds }) => overflows(transformBounds(bounds, back), shaped));
  if (!isNeeded) return undefined;
  return createOutline(matrix, shaped.form, shaped.size, () => shaped.pieces().map(({ path }) => path));
}

const groupOf = (
  drawing: Drawing,
  node: NodeJson,
  children: readonly SceneItem[],
  ink: Bounds,
  clip?: Outline,
): SceneGroup => ({ kind: 'group', children, ...(clip && { clip }), ...layerHead(drawing, node, ink, true) });

const boundsOfAll = (items: readonly SceneItem[]): Bounds => uniteAll(items.map(({ bounds }) => bounds));

/** What is cut, as a group of its own where the stroke around it is not. */
function cutGroup(node: NodeJson, children: readonly SceneItem[], clip: Outline, box: Bounds): SceneGroup {
  return { kind: 'group', children, clip, ...partHead(node, box), blendMode: 'PASS_THROUGH' };
}

/**
 * A frame: its fills, its children, its stroke. The stroke lies over the children where the frame clips them, else
 * under them. A frame takes its room whether it has fills or not.
 */
export function drawFrame(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem {
  const shaped = rectangleOf(node, placement.size);
  const strokeOver = node.clipsContent === true;
  const back = paintedShape(drawing, node, shaped, placement, { fills: true, strokes: !strokeOver });
  const front = strokeOver
    ? paintedShape(drawing, node, shaped, placement, { fills: false, strokes: true })
    : undefined;
  const children = drawChildren(drawing, node, placement);
  const clip = clipOf(node, shaped, placement, children);
  const inside = back ? [back, ...children] : children;
  const box = boundsOfPlacement(placement);
  const reach = clip ? box : unite(box, boundsOfAll(inside));
  const ink = unite(reach, front?.bounds ?? emptyBounds);
  if (front === undefined) return groupOf(drawing, node, inside, ink, clip);
  const under = clip ? [cutGroup(node, inside, clip, box)] : inside;
  return groupOf(drawing, node, [...under, front], ink);
}

/**
 * A group is its children; undefined where none of them is drawn. The file's `absoluteRenderBounds` count a group's
 * own box too, the original's pictures do not.
 */
export function drawGroup(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const children = drawChildren(drawing, node, placement);
  return children.length === 0 ? undefined : groupOf(drawing, node, children, boundsOfAll(children));
}
