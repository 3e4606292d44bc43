import type { Bounds } from '../geometry/bounds.ts';
import { multiply } from '../geometry/matrix.ts';
import type { SceneItem } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { neededBox } from './backdrop-reach.ts';
import { Coverage } from './coverage.ts';
import { needsBackdrop } from './isolation.ts';
import { type Marking, plainMarking, setMarking } from './marking.ts';
import {
  closeLayer,
  copyBelow,
  type DeviceBox,
  deviceBox,
  drawLayer,
  type Layer,
  openLayer,
  type Painter,
  sharedBox,
  type Target,
} from './target.ts';

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
  draw: (on: Layer) => void,
  marking: Marking = plainMarking,
): boolean {
  const box = deviceBox(target, bounds, 1 + (painter.tailPx ?? 0));
  if (box === undefined) return true;
  return withLayers(painter, target, box, areas, (layer, mask) => {
    draw(layer);
    keepWithin(layer, mask);
    setMarking(target, marking);
    drawLayer(target, layer);
  });
}

/** The same of items, each faded by alpha, which may blend with what lies below them or blur it. */
export function drawItemsCut(
  painter: Painter,
  target: Target,
  cut: Cut,
  items: readonly SceneItem[],
  alpha: number,
): boolean {
  if (!items.some(needsBackdrop))
    return drawCut(painter, target, cut, (on) => painter.paintItems(painter, on.target, items, alpha));
  const shown = deviceBox(target, cut.bounds, 1 + (painter.tailPx ?? 0));
  if (shown === undefined) return true;
  const box = sharedBox(neededBox({ ...target, box: shown }, items), target.box);
  return withLayers(painter, target, box, cut.areas, (layer, mask) => {
    copyBelow(layer, target);
    painter.paintItems(painter, layer.target, items, alpha);
    keepWithin(layer, mask);
    // In place of what lies there, also where that is see-through: the shares of both add up to one.
    target.context.globalAlpha = 1;
    target.context.globalCompositeOperation = 'destination-out';
    drawLayer(target, mask);
    target.context.globalCompositeOperation = 'lighter';
    drawLayer(target, layer);
  });
}

/** Lends an empty layer over the box and a mask of the areas; false where no memory or no time is left for these. */
function withLayers(
  painter: Painter,
  target: Target,
  box: DeviceBox,
  areas: readonly Area[],
  use: (layer: Layer, mask: Layer) => void,
): boolean {
  const { exactPx } = painter;
  const px = box.width * box.height;
  if (exactPx !== undefined && exactPx.left < px) return false;
  if (exactPx !== undefined) exactPx.left -= px;
  const plain = { ...target, isExact: false };
  const layer = openLayer(painter, plain, box);
  if (layer === undefined) return false;
  const mask = openLayer(painter, plain, box);
  if (mask !== undefined) {
    drawShares(mask.target, areas);
    use(layer, mask);
    closeLayer(painter, mask);
  }
  closeLayer(painter, layer);
  return mask !== undefined;
}

/** Puts how much of each px lies in the areas onto an empty layer. */
function drawShares({ context, box, matrix }: Target, areas: readonly Area[]): void {
  const { width, height } = box;
  const image = context.createImageData(width, height);
  for (const area of areas) {
    const coverage = new Coverage(box, multiply(matrix, area.matrix));
    area.trace(coverage);
    coverage.writeTo(image.data, area.rule);
  }
  context.putImageData(image, 0, 0);
}

/** Leaves of a layer what a mask covers. */
function keepWithin({ target: { context, box } }: Layer, { target: mask }: Layer): void {
  const { width, height } = box;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-in';
  context.drawImage(mask.canvas, 0, 0, width, height, 0, 0, width, height);
}
