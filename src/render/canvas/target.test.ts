import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { createCanvasPool } from './canvas-pool.ts';
import { paintItems } from './paint-item.ts';
import { openLayer, type Target } from './target.ts';

const below: Target = {
  context: createCanvas(1, 1).getContext('2d'),
  canvas: createCanvas(1, 1),
  matrix: [1, 0, 0, 1, 0, 0],
  scale: 1,
  box: { left: 0, top: 0, width: 64, height: 64 },
  isVector: false,
};

/** What a layer shows of a curve that reaches beyond it, on a canvas of that many px each way. */
function drawnOn(sidePx: number): Uint8ClampedArray {
  const pool = createCanvasPool();
  pool.give(pool.take(sidePx, sidePx)!);
  const layer = openLayer({ pool, images: new Map(), paintItems }, below, below.box)!;
  expect(layer.target.canvas.width).toBe(sidePx);
  const { context } = layer.target;
  context.moveTo(0, 0);
  context.bezierCurveTo(130, 20, 130, 80, 0, 100);
  context.fill();
  return context.getImageData(0, 0, 64, 64).data;
}

it('a layer is drawn alike on any canvas that the pool has for it', () => {
  expect(drawnOn(128)).toEqual(drawnOn(64));
});
