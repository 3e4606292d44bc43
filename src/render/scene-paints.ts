import type { Matrix } from './geometry/matrix.ts';
import type { Size } from './geometry/rectangle.ts';
import type {
  ImagePaint,
  NodeName,
  Paint,
  PatternPaint,
  Scene,
  SceneItem,
  SceneShape,
  SceneText,
} from './scene/scene.ts';

/** An image fill or stroke, and the node it belongs to. */
export interface PlacedImagePaint {
  readonly paint: ImagePaint;
  readonly node: NodeName;
  /** Of the box that it fills, in px of the scene; undefined within a pattern. */
  readonly box: Size | undefined;
}

/** What has marks of its own, with the node it belongs to. */
export interface Leaf {
  readonly item: SceneShape | SceneText;
  readonly node: NodeName;
  /** Whether it stands within the tile of a pattern. */
  readonly isRepeated: boolean;
}

/** Of few paints anything is wanted: no list is made of all. */
export function forEachPaint(item: SceneShape | SceneText, take: (paint: Paint) => void): void {
  if (item.kind === 'shape') item.fills.forEach(take);
  else for (const fills of item.fills) fills.forEach(take);
  item.stroke?.paints.forEach(take);
}

/**
 * All leaves of items and of the pattern tiles in them; of those items alone that can be seen. Effects on the whole of
 * an item carry what lies in it elsewhere, so all of that is taken.
 */
export function leavesOf(
  scene: Pick<Scene, 'items' | 'root'>,
  isSeen: (item: SceneItem) => boolean = () => true,
): Leaf[] {
  const found: Leaf[] = [];
  const tiles = new Set<Scene>();
  const takeTile = ({ tile }: PatternPaint, node: NodeName): void => {
    if (tiles.has(tile)) return;
    tiles.add(tile);
    for (const item of tile.items) takeItem(item, node, true);
  };
  const takeItem = (item: SceneItem, above: NodeName, isRepeated: boolean, isCarried = false): void => {
    if (!isRepeated && !isCarried && !isSeen(item)) return;
    const node = item.node ?? above;
    const carries = isCarried || item.effects.length > 0;
    if (item.kind === 'masked') takeItem(item.mask, node, isRepeated, carries);
    if (item.kind === 'group' || item.kind === 'masked') {
      for (const child of item.children) takeItem(child, node, isRepeated, carries);
      return;
    }
    found.push({ item, node, isRepeated });
    forEachPaint(item, (paint) => {
      if (paint.kind === 'pattern') takeTile(paint, node);
    });
  };
  for (const item of scene.items) takeItem(item, scene.root, false);
  return found;
}

/** All image paints of leaves. */
export function imagePaintsOf(leaves: readonly Leaf[]): PlacedImagePaint[] {
  const found: PlacedImagePaint[] = [];
  for (const { item, node, isRepeated } of leaves)
    forEachPaint(item, (paint) => {
      if (paint.kind !== 'image') return;
      const box = isRepeated ? undefined : boxOf(item.kind === 'text' ? item : item.outline);
      found.push({ paint, node, box });
    });
  return found;
}

/** The size of a box as it is placed. */
function boxOf({ matrix: [a, b, c, d], size }: { readonly matrix: Matrix; readonly size: Size }): Size {
  return { width: size.width * Math.hypot(a, b), height: size.height * Math.hypot(c, d) };
}
