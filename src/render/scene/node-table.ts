import type { CanvasNode, DocumentNode, SubcanvasNode } from '../../contract/contract.ts';
import { booleanOf } from './booleans.ts';
import { emptyBounds, isEmpty } from './boxes.ts';
import { drawFrame, drawGroup, drawPage, drawSection } from './containers.ts';
import { type Drawing, leaveOut, nameOf } from './drawing.ts';
import { shapeWithTextOf } from './figjam-shapes.ts';
import { partHead } from './item-head.ts';
import { wordOf } from './json-values.ts';
import {
  ellipseOf,
  geometryOf,
  lineOf,
  polygonOf,
  rectangleOf,
  type Shaped,
  starOf,
  vectorOf,
} from './node-geometry.ts';
import { hasPaint } from './paints.ts';
import { boundsOfPlacement, type Placement, sceneBounds } from './placement.ts';
import type { SceneItem } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { labelled } from './shape-labels.ts';
import { drawShape } from './shapes.ts';
import { drawText } from './texts.ts';

type NodeType = (DocumentNode | CanvasNode | SubcanvasNode)['type'];

type Draw = (drawing: Drawing, node: NodeJson, placement: Placement) => SceneItem | undefined;

/**
 * A node type is drawn, as a shape or in a way of its own, or not drawn, with the reason. What is `unseen` leaves no
 * mark in the original either, so a picture lacks nothing without it.
 */
type Entry =
  | { readonly shape: (node: NodeJson, placement: Placement) => Shaped | undefined }
  | { readonly draw: Draw }
  | { readonly notDrawn: string }
  | { readonly unseen: string };

const sized =
  (form: (node: NodeJson, size: Placement['size']) => Shaped | undefined) =>
  (node: NodeJson, { size }: Placement): Shaped | undefined =>
    form(node, size);

export const nodeTable = {
  DOCUMENT: { notDrawn: 'A document is not a picture: its pages are.' },
  CANVAS: { draw: drawPage },
  FRAME: { draw: drawFrame },
  COMPONENT: { draw: drawFrame },
  COMPONENT_SET: { draw: drawFrame },
  INSTANCE: { draw: drawFrame },
  SECTION: { draw: drawSection },
  TABLE: { draw: drawFrame },
  TABLE_CELL: { draw: labelled(rectangleOf, { inset: 12, horizontal: 'LEFT', vertical: 'CENTER' }) },
  GROUP: { draw: drawGroup },
  TRANSFORM_GROUP: { draw: drawGroup },
  WIDGET: { draw: drawGroup },
  RECTANGLE: { shape: sized(rectangleOf) },
  STICKY: { draw: labelled(rectangleOf, { inset: 16, horizontal: 'LEFT', vertical: 'TOP' }) },
  SHAPE_WITH_TEXT: {
    draw: labelled(shapeWithTextOf, { inset: 16, horizontal: 'CENTER', vertical: 'CENTER' }),
  },
  ELLIPSE: { shape: sized(ellipseOf) },
  LINE: { shape: sized(lineOf) },
  STAR: { shape: sized(starOf) },
  REGULAR_POLYGON: { shape: sized(polygonOf) },
  VECTOR: { shape: sized(vectorOf) },
  BOOLEAN_OPERATION: { shape: (node, placement) => booleanOf(node, placement, shapeOf) },
  TEXT: { draw: drawText },
  TEXT_PATH: { shape: sized(geometryOf) },
  WASHI_TAPE: { shape: sized(geometryOf) },
  CONNECTOR: { shape: sized(geometryOf) },
  SLICE: { unseen: 'A slice only marks a region.' },
  EMBED: { notDrawn: 'The interface does not tell how an embed looks.' },
  LINK_UNFURL: { notDrawn: 'The interface does not tell how a link preview looks.' },
} as const satisfies Record<NodeType, Entry>;

/** Types of slides, which the interface does not describe: files of slides hold them. */
const slideTable = {
  SLIDE_GRID: { draw: drawGroup },
  SLIDE_ROW: { draw: drawGroup },
  SLIDE: { draw: drawFrame },
} as const satisfies Record<string, Entry>;

/** Whether a node has its room in a picture even where it is empty. */
export const takesRoom = (node: NodeJson): boolean => {
  const entry = entryOf(node);
  return entry !== undefined && 'draw' in entry && (entry.draw === drawFrame || entry.draw === drawSection);
};

const entryOf = (node: NodeJson): Entry | undefined => {
  const type = wordOf(node.type, nodeTable);
  if (type !== undefined) return nodeTable[type];
  const slide = wordOf(node.type, slideTable);
  return slide && slideTable[slide];
};

/** The area of a node that is one shape. */
function shapeOf(node: NodeJson, placement: Placement): Shaped | undefined {
  const entry = entryOf(node);
  return entry && 'shape' in entry ? entry.shape(node, placement) : undefined;
}

/** Room for what the file does not tell the form of: it leaves no mark, but the picture keeps its size. */
function blank(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  leaveOut(drawing, node, 'The file has no geometry for it.');
  const ink = sceneBounds(node.absoluteRenderBounds, placement) ?? boundsOfPlacement(placement);
  const isSeen = hasPaint(node.fills) || hasPaint(node.strokes);
  return isSeen && !isEmpty(ink ?? emptyBounds)
    ? { kind: 'group', children: [], ...partHead(node, ink) }
    : undefined;
}

/** Draws a placed node by its type. */
export function drawByType(drawing: Drawing, node: NodeJson, placement: Placement): SceneItem | undefined {
  const entry = entryOf(node);
  if (entry === undefined)
    return leaveOut(drawing, node, `Nodes of type ${nameOf(node).type.slice(0, 40)} are not known.`);
  if ('notDrawn' in entry) return leaveOut(drawing, node, entry.notDrawn);
  if ('unseen' in entry) return undefined;
  if ('draw' in entry) return entry.draw(drawing, node, placement);
  const shaped = entry.shape(node, placement);
  return shaped ? drawShape(drawing, node, shaped, placement) : blank(drawing, node, placement);
}
