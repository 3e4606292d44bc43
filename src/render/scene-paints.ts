import type { ImagePaint, NodeName, Paint, Scene, SceneItem } from './scene/scene.ts';

/** An image fill or stroke, and the node it belongs to. */
export interface PlacedImagePaint {
  readonly paint: ImagePaint;
  readonly node: NodeName;
}

/** All image paints of a scene, those of pattern tiles included. */
export function imagePaintsOf(scene: Scene): PlacedImagePaint[] {
  const found: PlacedImagePaint[] = [];
  const tiles = new Set<Scene>();
  const takePaint = (paint: Paint, node: NodeName): void => {
    if (paint.kind === 'image') found.push({ paint, node });
    if (paint.kind !== 'pattern' || tiles.has(paint.tile)) return;
    tiles.add(paint.tile);
    for (const item of paint.tile.items) takeItem(item, node);
  };
  const takeItem = (item: SceneItem, above: NodeName): void => {
    const node = item.node ?? above;
    if (item.kind === 'masked') takeItem(item.mask, node);
    if (item.kind === 'group' || item.kind === 'masked') {
      for (const child of item.children) takeItem(child, node);
      return;
    }
    const fills = item.kind === 'text' ? item.fills.flat() : item.fills;
    for (const paint of [...fills, ...(item.stroke?.paints ?? [])]) takePaint(paint, node);
  };
  for (const item of scene.items) takeItem(item, scene.root);
  return found;
}
