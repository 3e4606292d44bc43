import type { Bounds } from '../geometry/bounds.ts';
import { multiply } from '../geometry/matrix.ts';
import type { Area } from './area.ts';
import { Coverage } from './coverage.ts';
import { type Marking, plainMarking } from './marking.ts';
import { closeLayer, deviceBox, drawLayer, openLayer, type Painter, type Target } from './target.ts';

/** Areas and the box of the scene that they lie in. */
interface Cut {
  readonly bounds: Bounds;
  readonly areas: readonly Area[];
}

/**
 * Draws on a layer, cuts that to the areas by the exact share of each px, and lays it down.
 *
 * @returns false where no memory or no time is left for it
 */
export function drawCut(
  painter: Painter,
  target: Target,
  { bounds, areas }: Cut,
  draw: (on: Target) => void,
  { alpha, composition }: Marking = plainMarking,
): boolean {
  const box = deviceBox(target, bounds, 1 + (painter.tailPx ?? 0));
  if (box === undefined) return true;
  const { exactPx } = painter;
  const px = box.width * box.height;
  if (exactPx !== undefined && exactPx.left < px) return false;
  if (exactPx !== undefined) exactPx.left -= px;
  const layer = openLayer(painter, { ...target, isExact: false }, box);
  if (layer === undefined) return false;
  draw(layer.target);
  const isCut = cut(painter, layer.target, areas);
  if (isCut) {
    target.context.globalAlpha = alpha;
    target.context.globalCompositeOperation = composition;
    drawLayer(target, layer);
  }
  closeLayer(painter, layer);
  return isCut;
}

/** Leaves what lies in the areas; false where no memory is left for it. */
function cut(painter: Painter, { context, box, matrix }: Target, areas: readonly Area[]): boolean {
  const { width, height } = box;
  const mask = painter.pool.take(width, height);
  if (mask === undefined) return false;
  const on = mask.getContext('2d');
  const image = on.createImageData(width, height);
  for (const area of areas) {
    const coverage = new Coverage(box, multiply(matrix, area.matrix));
    area.trace(coverage);
    coverage.writeTo(image.data, area.rule);
  }
  on.putImageData(image, 0, 0);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-in';
  context.drawImage(mask, 0, 0, width, height, 0, 0, width, height);
  painter.pool.give(mask);
  return true;
}
