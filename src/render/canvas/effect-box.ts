import { type Matrix, multiply, scaling, translation } from '../geometry/matrix.ts';
import type { SceneItem } from '../scene/scene.ts';

/** The box that an item's effects refer to: from its unit square to the scene. */
export function effectBox(item: SceneItem): Matrix {
  const outline = outlineOf(item);
  if (outline !== undefined)
    return multiply(outline.matrix, scaling(outline.size.width, outline.size.height));
  const { left, top, right, bottom } = item.ink;
  return multiply(translation(left, top), scaling(right - left, bottom - top));
}

type Box = { readonly matrix: Matrix; readonly size: { readonly width: number; readonly height: number } };

function outlineOf(item: SceneItem): Box | undefined {
  if (item.kind === 'shape') return item.outline;
  if (item.kind === 'text') return item;
  const first = item.children[0];
  if (item.kind === 'group' && item.clip !== undefined) return item.clip;
  return item.kind === 'group' && first?.kind === 'group' ? first.clip : undefined;
}
