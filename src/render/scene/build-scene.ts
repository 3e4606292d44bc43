import type { Bounds } from '../geometry/bounds.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { boundsOfJson, isEmpty, sizeOfBounds } from './boxes.ts';
import { type Drawing, leaveOut, nameOf } from './drawing.ts';
import { opacityOf } from './item-head.ts';
import { moveItem } from './move-scene.ts';
import { drawByType, takesRoom } from './node-table.ts';
import { boundsOfPlacement, isFlat, type Placement, parentPlacement, placeNode } from './placement.ts';
import type { Scene, SceneItem } from './scene.ts';
import type { NodeJson, Nothing, SceneOptions, SceneSource } from './scene-source.ts';

/** Designs are some thirty levels deep; painters and builders recurse for each. */
const deepest = 256;

/** How many nodes lie above the one that is drawn, patterns in patterns included. */
type Level = { depth: number };

/** Draws nodes within nodes down to a depth; types that have no place of their own take their parent's. */
function drawerOf(drawing: () => Drawing, level: Level): Drawing['drawNode'] {
  return (node, parent) => {
    if (node.visible === false || opacityOf(node) === 0) return undefined;
    if (level.depth >= deepest) return leaveOut(drawing(), node, `It lies deeper than ${deepest} levels.`);
    const placement = placeNode(node, parent) ?? (hasNoPlace(node) ? parent : undefined);
    if (placement === undefined) return leaveOut(drawing(), node, 'The file does not tell where it is.');
    if (isFlat(placement.matrix)) return leaveOut(drawing(), node, 'Its transform leaves it no area.');
    level.depth += 1;
    const item = drawByType(drawing(), node, placement);
    level.depth -= 1;
    return item;
  };
}

const placeless = new Set<unknown>(['DOCUMENT', 'CANVAS', 'GROUP', 'WIDGET']);
const hasNoPlace = ({ type }: NodeJson): boolean => placeless.has(type);

/** Tiles are built once; one that is being built has none yet, so a pattern within itself ends. */
function tilesOf(drawing: () => Drawing, find: SceneSource['find']): Drawing['tileOf'] {
  const tiles = new Map<string, Scene | undefined>();
  return (id) => {
    if (!tiles.has(id)) {
      tiles.set(id, undefined);
      const node = find?.(id);
      const picture = node && pictureOf(drawing(), { node, ancestors: [] });
      if (picture) tiles.set(id, sceneOf(drawing(), node, picture));
    }
    return tiles.get(id);
  };
}

/** The context in which nodes are drawn, before any is. */
export function startDrawing(fonts: FontRegistry, options: SceneOptions, find: SceneSource['find']): Drawing {
  const level = { depth: 0 };
  const drawing: Drawing = {
    fonts,
    options,
    imageRefs: new Set(),
    substitutions: [],
    notDrawn: [],
    drawNode: drawerOf(() => drawing, level),
    tileOf: tilesOf(() => drawing, find),
  };
  return drawing;
}

/** Whether anything of an item is visible: a node without geometry only keeps its room. */
const leavesMark = (item: SceneItem): boolean => !('children' in item) || item.children.some(leavesMark);

/** The part of the canvas that the picture shows. */
function pictureBox({ useAbsoluteBounds }: SceneOptions, item: SceneItem, placement: Placement): Bounds {
  const whole = boundsOfPlacement(placement);
  return useAbsoluteBounds && whole.right > whole.left ? whole : item.bounds;
}

/** A node's picture before it is made a scene: its items and the box that is shown of them. */
interface Picture {
  readonly items: readonly SceneItem[];
  readonly box: Bounds;
}

function pictureOf(drawing: Drawing, source: SceneSource): Picture | undefined {
  const parent = parentPlacement(source);
  const item = drawing.drawNode(source.node, parent);
  if (item === undefined || !(takesRoom(source.node) || leavesMark(item))) return undefined;
  const box = pictureBox(drawing.options, item, placeNode(source.node, parent) ?? parent);
  return isEmpty(box) ? undefined : { items: [item], box };
}

function sceneOf(drawing: Drawing, node: NodeJson, { items, box }: Picture): Scene {
  const isThere = box.left === 0 && box.top === 0;
  const start = boundsOfJson(node.absoluteBoundingBox);
  return {
    root: nameOf(node),
    corner: { x: (start?.left ?? 0) + box.left, y: (start?.top ?? 0) + box.top },
    size: sizeOfBounds(box),
    items: isThere ? items : items.map((item) => moveItem(item, -box.left, -box.top)),
    imageRefs: drawing.imageRefs,
    report: { substitutions: drawing.substitutions, notDrawn: drawing.notDrawn },
  };
}

const nothingLeft = ({ notDrawn }: Drawing): Nothing => ({
  nothing: 'nothing to draw',
  ...(notDrawn.length > 0 && { notDrawn }),
});

/** Resolves a node, by itself, into what painters draw, or says why there is nothing to draw. */
export function buildScene(source: SceneSource, options: SceneOptions, fonts: FontRegistry): Scene | Nothing {
  const { node, find } = source;
  if (node.visible === false) return { nothing: 'invisible' };
  if (opacityOf(node) === 0) return { nothing: 'zero opacity' };
  const drawing = startDrawing(fonts, options, find);
  const picture = pictureOf(drawing, source);
  return picture === undefined ? nothingLeft(drawing) : sceneOf(drawing, node, picture);
}
