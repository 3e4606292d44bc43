import type { Bounds } from '../geometry/bounds.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { isEmpty, sizeOfBounds } from './boxes.ts';
import { type Drawing, leaveOut, nameOf } from './drawing.ts';
import { opacityOf } from './item-head.ts';
import { moveItem } from './move-scene.ts';
import { drawByType } from './node-table.ts';
import { boundsOfPlacement, isFlat, type Placement, parentPlacement, placeNode } from './placement.ts';
import type { Scene, SceneItem } from './scene.ts';
import type { NodeJson, NoPicture, SceneOptions, SceneSource } from './scene-source.ts';

/** Designs are some thirty levels deep; painters and builders call themselves for each. */
const deepest = 256;

/** Draws nodes within nodes down to a depth; types that have no place of their own take their parent's. */
function drawerOf(drawing: () => Drawing): Drawing['drawNode'] {
  let depth = 0;
  return (node, parent) => {
    if (node.visible === false || opacityOf(node) === 0) return undefined;
    if (depth >= deepest) return leaveOut(drawing(), node, `It lies deeper than ${deepest} levels.`);
    const placement = placeNode(node, parent) ?? (hasNoPlace(node) ? parent : undefined);
    if (placement === undefined) return leaveOut(drawing(), node, 'The file does not tell where it is.');
    if (isFlat(placement.matrix)) return leaveOut(drawing(), node, 'Its transform leaves it no area.');
    depth += 1;
    const item = drawByType(drawing(), node, placement);
    depth -= 1;
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
      if (node) tiles.set(id, sceneOf(drawing(), { node, ancestors: [] }));
    }
    return tiles.get(id);
  };
}

function startDrawing(fonts: FontRegistry, options: SceneOptions, find: SceneSource['find']): Drawing {
  const drawing: Drawing = {
    fonts,
    options,
    imageRefs: new Set(),
    substitutions: [],
    notDrawn: [],
    drawNode: drawerOf(() => drawing),
    tileOf: tilesOf(() => drawing, find),
  };
  return drawing;
}

/** Whether an item leaves any mark: blank ones only keep room. */
const leavesMark = (item: SceneItem): boolean => ('children' in item ? item.children.some(leavesMark) : true);

function sceneOf(drawing: Drawing, source: SceneSource): Scene | undefined {
  const { node } = source;
  const parent = parentPlacement(source);
  const item = drawing.drawNode(node, parent);
  if (item === undefined || !leavesMark(item)) return undefined;
  const box = pictureBox(drawing.options, item, placeNode(node, parent) ?? parent);
  if (isEmpty(box)) return undefined;
  const isThere = box.left === 0 && box.top === 0;
  return {
    root: nameOf(node),
    size: sizeOfBounds(box),
    items: [isThere ? item : moveItem(item, -box.left, -box.top)],
    imageRefs: drawing.imageRefs,
    report: { substitutions: drawing.substitutions, notDrawn: drawing.notDrawn },
  };
}

/** The part of the canvas that the picture shows. */
function pictureBox({ useAbsoluteBounds }: SceneOptions, item: SceneItem, placement: Placement): Bounds {
  const whole = boundsOfPlacement(placement);
  return useAbsoluteBounds && whole.right > whole.left ? whole : item.bounds;
}

/** Resolves a node into what painters draw, or says why there is nothing to draw. */
export function buildScene(
  source: SceneSource,
  options: SceneOptions,
  fonts: FontRegistry,
): Scene | { readonly nothing: NoPicture } {
  if (source.node.visible === false) return { nothing: 'invisible' };
  if (opacityOf(source.node) === 0) return { nothing: 'zero opacity' };
  const drawing = startDrawing(fonts, options, source.find);
  return sceneOf(drawing, source) ?? { nothing: 'nothing to draw' };
}
