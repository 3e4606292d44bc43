import type { Canvas } from '@napi-rs/canvas';
import { type Matrix, multiply } from '../geometry/matrix.ts';
import type { Area } from './area.ts';
import { deviceBox, type Target } from './target.ts';

/** Covers an area with a tile, to which the context is cut already; the matrix leads from the tile's px to the scene. */
export function fillWithTiles(target: Target, area: Area, tile: Canvas, placement: Matrix): void {
  const { context } = target;
  const box = deviceBox(target, area.ink, 1);
  if (box === undefined) return;
  const [a, b, c, d, e, f] = multiply(target.matrix, placement);
  const pattern = context.createPattern(tile, 'repeat');
  pattern.setTransform({ a, b, c, d, e, f });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = pattern;
  context.fillRect(box.left, box.top, box.width, box.height);
}
