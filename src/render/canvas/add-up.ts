import type { BlendMode, SceneItem } from '../scene/scene.ts';
import { hasMode, ofAnyIn } from './isolation.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  openLayer,
  type Painter,
  type Target,
  vectorDensity,
} from './target.ts';

/** They are in memory three times at once. */
const mostPx = 32e6;

/** By these colours are added, which the vector format cannot say. */
const isAdding = (mode: BlendMode): boolean => mode === 'LINEAR_DODGE' || mode === 'LINEAR_BURN';

/** Whether an item, what it holds apart, is laid down by adding colours: itself, an effect or a paint of it. */
export const addsUp = (item: SceneItem): boolean => hasMode(item, isAdding);

/** The same of an item and all that it holds. */
export const holdsAddingUp = ofAnyIn(addsUp);

/** Makes what is as it was see-through. */
function keepChanged(after: Uint8ClampedArray, before: Uint8ClampedArray): void {
  const [now, then] = [new Uint32Array(after.buffer), new Uint32Array(before.buffer)];
  for (const [at, pixel] of now.entries()) if (pixel === then[at]) now[at] = 0;
}

/**
 * Draws an item on a vector target in pixels, upon what lies below it, which is drawn anew; where nothing changes
 * there are no pixels. False where what lies below is not drawn again, or it would be too many pixels.
 *
 * @param reach How far beyond what is seen it has to be painted, in px
 */
export function paintUponPixels(
  painter: Painter,
  target: Target,
  item: SceneItem,
  { reach, paint }: { readonly reach: number; readonly paint: (target: Target) => void },
): boolean {
  const box = deviceBox(target, item.bounds, 1, reach);
  if (box === undefined) return true;
  const isTooLarge = box.width * box.height * vectorDensity ** 2 > mostPx;
  const layer = isTooLarge ? undefined : openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return false;
  const { context, box: whole } = layer.target;
  const isDrawn = painter.paintBelow?.(layer.target, item) ?? false;
  if (isDrawn) {
    const pixels = () => context.getImageData(0, 0, whole.width, whole.height);
    const before = pixels();
    paint(layer.target);
    const after = pixels();
    keepChanged(after.data, before.data);
    context.putImageData(after, 0, 0);
    target.context.globalAlpha = 1;
    target.context.globalCompositeOperation = 'source-over';
    drawLayer(target, layer);
  }
  closeLayer(painter, layer);
  return isDrawn;
}
