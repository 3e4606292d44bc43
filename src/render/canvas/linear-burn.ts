import { drawLayer, type Layer, sharedBox, type Target } from './target.ts';

/** One thing composited over another in a channel: straight colours and alphas, 0 to 1. */
function burn(over: number, overAlpha: number, under: number, underAlpha: number): number {
  const both = Math.max(0, over + under - 1);
  return (
    over * overAlpha * (1 - underAlpha) + both * overAlpha * underAlpha + under * underAlpha * (1 - overAlpha)
  );
}

function burnPixels(over: Uint8ClampedArray, under: Uint8ClampedArray, alpha: number): void {
  for (let at = 0; at < over.length; at += 4) {
    const overAlpha = (alpha * over[at + 3]!) / 255;
    if (overAlpha === 0) continue;
    const underAlpha = under[at + 3]! / 255;
    const result = overAlpha + underAlpha * (1 - overAlpha);
    for (let channel = at; channel < at + 3; channel += 1) {
      const sum = burn(over[channel]! / 255, overAlpha, under[channel]! / 255, underAlpha);
      over[channel] = Math.round((255 * sum) / result);
    }
    over[at + 3] = Math.round(255 * result);
  }
}

/**
 * Lays a layer down by LINEAR_BURN, which the canvas lacks: colours add up, less white. It reads what lies below,
 * so a vector format gets the nearest mode that it knows.
 */
export function layBurned(target: Target, layer: Layer, alpha: number): void {
  const { context } = target;
  if (target.isVector) {
    context.globalAlpha = alpha;
    context.globalCompositeOperation = 'multiply';
    drawLayer(target, layer);
    return;
  }
  // The layer may reach beyond what is seen, where there are no pixels to read.
  const { left, top, width, height } = sharedBox(layer, target.box);
  if (width === 0 || height === 0) return;
  const [x, y] = [left - layer.left, top - layer.top];
  const below = context.getImageData(left, top, width, height);
  const own = layer.target.context.getImageData(x, y, width, height);
  burnPixels(own.data, below.data, alpha);
  layer.target.context.putImageData(own, x, y);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  drawLayer(target, layer);
}
