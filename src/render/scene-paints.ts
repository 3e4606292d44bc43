import type { Matrix } from './geometry/matrix.ts';
import type { Size } from './geometry/rectangle.ts';
import type { ImagePaint, NodeName, Paint, Scene, SceneItem } from './scene/scene.ts';

/** An image fill or stroke, and the node it belongs to. */
export interface PlacedImagePaint {
  readonly paint: ImagePaint;
  readonly node: NodeName;
  /** Of the box that it fills, in px of the scene; undefined within a pattern. */
  readonly box: Size | undefined;
}

/** All image paints of items and of the pattern tiles in them; of those items alone that can be seen. */
export function imagePaintsOf(
  scene: Pick<Scene, 'items' | 'root'>,
  isSeen: (item: SceneItem) => boolean = () => true,
): PlacedImagePaint[] {
  const found: PlacedImagePaint[] = [];
  const tiles = new Set<Scene>();
  const takePaint = (paint: Paint, node: NodeName, box: Size | undefined): void => {
    if (paint.kind === 'image') found.push({ paint, node, box });
    if (paint.kind !== 'pattern' || tiles.has(paint.tile)) return;
    tiles.add(paint.tile);
    for (const item of paint.tile.items) takeItem(item, node, true);
  };
  const takeItem = (item: SceneItem, above: NodeName, isRepeated: boolean): void => {
    if (!isRepeated && !isSeen(item)) return;
    const node = item.node ?? above;
    if (item.kind === 'masked') takeItem(item.mask, node, isRepeated);
    if (item.kind === 'group' || item.kind === 'masked') {
      for (const child of item.children) takeItem(child, node, isRepeated);
      return;
    }
    const fills = item.kind === 'text' ? item.fills.flat() : item.fills;
    const box = isRepeated ? undefined : boxOf(item.kind === 'text' ? item : item.outline);
    for (const paint of [...fills, ...(item.stroke?.paints ?? [])]) takePaint(paint, node, box);
  };
  for (const item of scene.items) takeItem(item, scene.root, false);
  return found;
}

/** The size of a box as it is placed. */
function boxOf({ matrix: [a, b, c, d], size }: { readonly matrix: Matrix; readonly size: Size }): Size {
  return { width: size.width * Math.hypot(a, b), height: size.height * Math.hypot(c, d) };
}
