import type { Bounds } from '../geometry/bounds.ts';
import { translation } from '../geometry/matrix.ts';
import { emptyBounds, grow, sizeOfBounds, unite, uniteAll } from './boxes.ts';
import { drawChildren } from './children.ts';
import { clipOf } from './clips.ts';
import type { Drawing } from './drawing.ts';
import { layerHead, partHead } from './item-head.ts';
import { recordOf } from './json-values.ts';
import { rectangleOf } from './node-geometry.ts';
import { boundsOfPlacement, type Placement } from './placement.ts';
import type { Outline, SceneGroup, SceneItem } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { drawTitle } from './shape-labels.ts';
import { paintedShape } from './shapes.ts';

const groupOf = (
  drawing: Drawing,
  node: NodeJson,
  children: readonly SceneItem[],
  ink: Bounds,
  clip?: Outline,
): SceneGroup => ({ kind: 'group', children, ...(clip && { clip }), ...layerHead(drawing, node, ink, true) });

const boundsOfAll = (items: readonly SceneItem[]): Bounds => uniteAll(items.map(({ bounds }) => bounds));

/** The clipped content, as a group of its own where the stroke around it is not clipped. */
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
  const clip = node.clipsContent === true ? clipOf(shaped, placement, children) : undefined;
  const inside = back ? [back, ...children] : children;
  const box = boundsOfPlacement(placement);
  const reach = clip ? box : unite(box, boundsOfAll(inside));
  const ink = unite(reach, front?.bounds ?? emptyBounds);
  if (front === undefined) return groupOf(drawing, node, inside, ink, clip);
  const under = clip ? [cutGroup(node, inside, clip, box)] : inside;
  return groupOf(drawing, node, [...under, front], ink);
}

/** Px around a section that the original's pictures show as well. */
const sectionMargin = 40;

/** A section: a frame with its name over it and room around both. One that is closed does not show what is in it. */
export function drawSection(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem {
  const shown = node.sectionContentsHidden === true ? { ...node, children: [] } : node;
  const frame = drawFrame(drawing, shown, placement);
  const title = drawTitle(drawing, node, placement);
  const room = grow(boundsOfPlacement(placement), sectionMargin);
  const children = title ? [frame, title] : [frame];
  return { kind: 'group', children, ...partHead(node, unite(room, boundsOfAll(children))) };
}

/** A page: its children on its own colour, which fills the box around them. */
export function drawPage(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const children = drawChildren(drawing, node, placement);
  if (children.length === 0) return undefined;
  const box = boundsOfAll(children);
  const place = { ...placement, size: sizeOfBounds(box), matrix: translation(box.left, box.top) };
  const paper = {
    id: node.id,
    name: node.name,
    type: node.type,
    fills: [{ type: 'SOLID', color: node.backgroundColor }],
  };
  const back =
    recordOf(node.backgroundColor) && paintedShape(drawing, paper, rectangleOf({}, place.size), place);
  return groupOf(drawing, node, back ? [back, ...children] : children, box);
}

/**
 * A group is its children; undefined where none of them is drawn. The file's `absoluteRenderBounds` count a group's
 * own box too, the original's pictures do not.
 */
export function drawGroup(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const children = drawChildren(drawing, node, placement);
  return children.length === 0 ? undefined : groupOf(drawing, node, children, boundsOfAll(children));
}
