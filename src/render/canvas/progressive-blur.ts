import { applyToPoint, multiply } from '../geometry/matrix.ts';
import type { BlurEffect, SceneItem } from '../scene/scene.ts';
import { drawBlurred, sigmaOf } from './blur.ts';
import { effectBox } from './effect-box.ts';
import { closeLayer, drawLayer, type Layer, openLayer, type Painter, type Target } from './target.ts';

/** Blurs that are mixed to make one that grows; the eye sees no steps between so many. */
const steps = 8;

type Progressive = BlurEffect & { readonly progressive: NonNullable<BlurEffect['progressive']> };

/** The line along which the blur grows, in px of the target. */
function blurLine(
  target: Target,
  item: SceneItem,
  { progressive }: Progressive,
): [number, number, number, number] {
  const matrix = multiply(target.matrix, effectBox(item));
  const from = applyToPoint(matrix, [progressive.from.x, progressive.from.y]);
  const to = applyToPoint(matrix, [progressive.to.x, progressive.to.y]);
  return [from[0], from[1], to[0], to[1]];
}

/** Keeps of what is drawn the share of one step: all of it at its own place, nothing at its neighbours'. */
function keepShare(target: Target, line: [number, number, number, number], step: number): void {
  const { context, box } = target;
  const gradient = context.createLinearGradient(...line);
  for (const near of [step - 1, step, step + 1])
    if (near >= 0 && near <= steps)
      gradient.addColorStop(near / steps, near === step ? '#000' : 'transparent');
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-in';
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = gradient;
  context.fillRect(0, 0, box.width, box.height);
}

/** Draws a layer blurred by a radius that grows along a line; the shares of all steps add up to one. */
export function drawProgressively(
  painter: Painter,
  target: Target,
  source: Layer,
  item: SceneItem,
  blur: Progressive,
): void {
  const line = blurLine(target, item, blur);
  for (let step = 0; step <= steps; step += 1) {
    const part = openLayer(painter, target, target.box);
    if (part === undefined) return;
    const { startRadius } = blur.progressive;
    const radius = startRadius + ((blur.radius - startRadius) * step) / steps;
    drawBlurred(part.target, source, sigmaOf(radius, target), target.box);
    keepShare(part.target, line, step);
    target.context.globalAlpha = 1;
    target.context.globalCompositeOperation = 'lighter';
    drawLayer(target, part);
    closeLayer(painter, part);
  }
}
