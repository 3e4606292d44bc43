import { type Matrix, multiply, translation } from '../geometry/matrix.ts';
import { moveBounds } from './boxes.ts';
import { createOutline } from './outline.ts';
import type { Outline, SceneItem } from './scene.ts';

const moveMatrix = (matrix: Matrix, x: number, y: number): Matrix => multiply(translation(x, y), matrix);

const moveOutline = (outline: Outline, x: number, y: number): Outline =>
  createOutline(moveMatrix(outline.matrix, x, y), outline.form, outline.size, () => outline.areas);

/** The same item elsewhere; what is made when first read stays unmade. */
export function moveItem(item: SceneItem, x: number, y: number): SceneItem {
  const places = { ink: moveBounds(item.ink, x, y), bounds: moveBounds(item.bounds, x, y) };
  if (item.kind === 'text') return { ...item, ...places, matrix: moveMatrix(item.matrix, x, y) };
  if (item.kind === 'shape') return { ...item, ...places, outline: moveOutline(item.outline, x, y) };
  const children = item.children.map((child) => moveItem(child, x, y));
  if (item.kind === 'masked') return { ...item, ...places, children, mask: moveItem(item.mask, x, y) };
  return { ...item, ...places, children, ...(item.clip && { clip: moveOutline(item.clip, x, y) }) };
}
