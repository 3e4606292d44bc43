import type { BlurEffect, SceneItem } from '../scene/scene.ts';
import { clipToBox, type DeviceBox, drawLayer, type Layer, type Target } from './target.ts';

/** Beyond this many px a blur looks the same; the library has a limit of about that much too. */
const widestSigmaPx = 500;

/**
 * The original's Gaussian has half the radius for its standard deviation and ends at the radius. The library's has no
 * end, so it gets the standard deviation of the truncated one, which fits the original's pictures best.
 */
const sigmaShare = 0.44;

/** The standard deviation of a blur in px of the target. */
export const sigmaOf = (radius: number, { scale }: Pick<Target, 'scale'>): number =>
  Math.min(widestSigmaPx, Math.max(0, sigmaShare * radius * scale || 0));

/** How far a blur can be seen. */
export const reachOf = (sigma: number): number => Math.ceil(3 * sigma);

export const layerBlurOf = ({ effects }: SceneItem): BlurEffect | undefined =>
  effects.find((effect): effect is BlurEffect => effect.kind === 'layer-blur');

/** Draws a layer blurred, within the box: the library blurs as far as it can draw, so it is kept from the rest. */
export function drawBlurred(target: Target, layer: Layer, sigma: number, box: DeviceBox): void {
  const { context } = target;
  context.save();
  clipToBox(context, box);
  if (sigma > 0) context.filter = `blur(${sigma}px)`;
  drawLayer(target, layer);
  context.restore();
}
