import { createCanvas } from '@napi-rs/canvas';
import { identity, invert, type Matrix, multiply, scaling, translation } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { imageKeyOf } from '../images.ts';
import type { ImagePaint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import type { DecodedImage } from './decoded-images.ts';
import { fillWithTiles } from './fill-with-tiles.ts';
import { type Painter, setMatrix, type Target } from './target.ts';

/** Quarter turns of the unit square that keep it in place, by their number. */
const quarterTurns: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [0, 1, -1, 0, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [0, -1, 1, 0, 0, 1],
];

/** How often the image is turned by 90° clockwise, 0 to 3. */
const turnsOf = ({ rotation }: ImagePaint): number => ((Math.round(rotation / 90) % 4) + 4) % 4 || 0;

/** An image, and where it lies: from its unit square to the coordinates of the box. Of a tile, the first one. */
export interface PlacedImage {
  readonly image: DecodedImage;
  readonly placement: Matrix;
}

/** The image of a paint in a box; undefined where it is missing or its transform flattens the plane. */
export function placedImage(painter: Painter, paint: ImagePaint, box: Size): PlacedImage | undefined {
  const image = painter.sizedImages?.get(paint) ?? painter.images.get(imageKeyOf(paint));
  const placement = image && imagePlacement(paint, image, box);
  return placement?.every(Number.isFinite) ? { image: image!, placement } : undefined;
}

function imagePlacement(paint: ImagePaint, image: Size, box: Size): Matrix | undefined {
  if (paint.scaleMode === 'STRETCH') {
    const back = invert(paint.imageTransform ?? identity);
    return back && multiply(scaling(box.width, box.height), back);
  }
  const turns = turnsOf(paint);
  const turn = quarterTurns[turns]!;
  const turned = turns % 2 === 0 ? image : { width: image.height, height: image.width };
  if (paint.scaleMode === 'TILE') {
    const factor = paint.scalingFactor;
    return multiply(scaling(factor * turned.width, factor * turned.height), turn);
  }
  const [across, down] = [box.width / turned.width, box.height / turned.height];
  const factor = paint.scaleMode === 'FIT' ? Math.min(across, down) : Math.max(across, down);
  const [width, height] = [factor * turned.width, factor * turned.height];
  const centred = translation((box.width - width) / 2, (box.height - height) / 2);
  return multiply(multiply(centred, scaling(width, height)), turn);
}

/** Draws the image of a paint; the context is cut to the area already. */
export function drawImagePaint(painter: Painter, target: Target, area: Area, paint: ImagePaint): void {
  const placed = placedImage(painter, paint, area.size);
  if (placed === undefined) return;
  const inScene = multiply(area.matrix, placed.placement);
  if (paint.scaleMode === 'TILE') drawTiles(target, area, placed.image, inScene);
  else drawOnce(target, placed.image, inScene);
}

function drawOnce(target: Target, { canvas }: DecodedImage, placement: Matrix): void {
  const { context } = target;
  setMatrix(target, placement);
  // Draws from smaller copies what gets smaller than half: smooth, as at the original.
  context.imageSmoothingQuality = 'medium';
  context.drawImage(canvas, 0, 0, canvas.width, canvas.height, 0, 0, 1, 1);
}

/** Tiles are repeated as a pattern, which is drawn without smaller copies: it gets a tile of its own size. */
function drawTiles(target: Target, area: Area, { canvas }: DecodedImage, placement: Matrix): void {
  const [a, b, c, d] = multiply(target.matrix, placement);
  const width = Math.max(1, Math.min(canvas.width, Math.round(Math.hypot(a, b))));
  const height = Math.max(1, Math.min(canvas.height, Math.round(Math.hypot(c, d))));
  const tile = createCanvas(width, height);
  const context = tile.getContext('2d');
  context.imageSmoothingQuality = 'medium';
  context.drawImage(canvas, 0, 0, canvas.width, canvas.height, 0, 0, width, height);
  fillWithTiles(target, area, tile, multiply(placement, scaling(1 / width, 1 / height)));
}
